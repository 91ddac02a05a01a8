import random
import re
import unittest

from tests.test_markup import tagged
from transledger.apertium.atoms import Atom, atoms_of, count_words
from transledger.apertium.mode import Stage
from transledger.apertium.units import unit_sizes, units_of
from transledger.segments.markup import parse_markup
from transledger.segments.runs import split_runs

SIZES = unit_sizes(())


def atoms(text: str) -> list[Atom]:
    return atoms_of(split_runs(parse_markup(tagged(text))))


def plain_atoms(text: str) -> list[Atom]:
    return atoms_of(split_runs(parse_markup(text)))


def translated(text: str, sizes=SIZES) -> list[str]:
    units = units_of(plain_atoms(text), sizes)
    return [''.join(atom.text for atom in unit.atoms) for unit in units if unit.is_translated]


class UnitsTest(unittest.TestCase):
    def test_gathers_short_sentences(self):
        self.assertEqual(translated('One cat. Two cats! Three?'), ['One cat. Two cats! Three?'])

    def test_ends_at_line_breaks_and_tabs_without_the_white_space_at_the_ends(self):
        self.assertEqual(translated('  a b \n c\td \r\n\r\n'), ['a b', 'c', 'd'])

    def test_ends_between_sentences_once_there_are_enough_words(self):
        units = translated(' '.join(['The black cat of my old friend sleeps in the big house.'] * 10))
        self.assertGreater(len(units), 2)
        for unit in units:
            self.assertRegex(unit, r'^The .* house\.$')

    def test_cuts_a_sentence_without_end_at_commas_and_else_anywhere(self):
        clauses = translated('one two three four five, ' * 60)
        self.assertGreater(len(clauses), 1)
        self.assertTrue(all(clause.endswith(',') for clause in clauses))
        self.assertLessEqual(max(len(unit.split(' ')) for unit in translated('word ' * 1_000)), 100)
        self.assertLess(max(len(unit.atoms) for unit in units_of(plain_atoms('a^' * 5_000), SIZES)), 256)

    def test_does_not_end_a_sentence_before_a_small_letter(self):
        text = f'{"word " * 30}approx. ten {"word " * 30}'.strip()
        self.assertEqual(translated(text), [text])

    def test_takes_single_short_sentences_where_the_transfer_is_recursive(self):
        recursive = unit_sizes((Stage('rtx-proc'),))
        self.assertEqual(translated('One cat. Two cats.', recursive), ['One cat.', 'Two cats.'])
        self.assertLessEqual(max(len(unit.split(' ')) for unit in translated('word ' * 100, recursive)), 20)

    def test_leaves_a_text_without_letters_as_it_is(self):
        self.assertEqual(translated('3.14 — (42) ^^^'), [])

    def test_keeps_a_word_whole_that_a_tag_cuts_with_the_tag_of_its_longer_part(self):
        self.assertEqual(
            [(atom.kind, atom.text, atom.run) for atom in atoms('<1>r</1>ed car')],
            [('text', 'red', 1), ('space', ' ', 1), ('text', 'car', 1)],
        )

    def test_hides_what_means_something_in_the_stream_and_words_longer_than_any(self):
        self.assertEqual([atom.kind for atom in atoms('a*b')], ['text', 'fixed', 'text'])
        self.assertEqual([atom.kind for atom in plain_atoms('x' * 200)], ['fixed'])
        self.assertEqual(count_words(plain_atoms('x' * 200)), 1)

    def test_no_sign_or_control_character_reaches_the_stream(self):
        every = ''.join(map(chr, range(0x2100)))
        for atom in plain_atoms(every):
            if atom.kind == 'text':
                self.assertIsNone(re.search(r'[\x00-\x1f\x7f-\x9f^$\[\]{}\\/<>@*#~+]', atom.text))

    def test_makes_up_the_text_again(self):
        generator = random.Random(3)
        pieces = ['word ', '. ', '\n', '\t', '  ', '*', '[[/]]', '\0', 'e\u0301', '漢字', '\u00a0', '😀', 'Jqzbb', '\x85']
        for _ in range(200):
            text = ''.join(generator.choices(pieces, k=60))
            units = units_of(plain_atoms(text), SIZES)
            self.assertEqual(''.join(atom.text for unit in units for atom in unit.atoms), text)


if __name__ == '__main__':
    unittest.main()
