import unittest

from tests.test_units import atoms
from transledger.apertium.stream_answer import LostContentError, decode_unit
from transledger.apertium.stream_format import encode_unit


def decoded(answer: str, source: str, target: str = 'es') -> str:
    return ''.join(piece.part.text for piece in decode_unit(answer, atoms(source), target)[0])


class StreamFormatTest(unittest.TestCase):
    def test_a_final_stop_stands_apart_from_the_last_word(self):
        self.assertEqual(encode_unit(atoms('a cat')), 'a cat[].')
        self.assertEqual(encode_unit(atoms('a cat!')), 'a cat!')

    def test_white_space_goes_as_blanks_and_signs_as_words_that_nobody_knows(self):
        self.assertEqual(encode_unit(atoms('a  b^c')), 'a[s0]b[]Jqzbb[]c[].')
        self.assertEqual(encode_unit(atoms('{1} is')), 'Jqzbb is[].')

    def test_each_run_goes_in_a_word_bound_blank(self):
        self.assertEqual(
            encode_unit(atoms('the <1>black</1> cat')), '[[r0]]the[[/]] [[r1]]black[[/]] [[r2]]cat[[/]][].'
        )

    def test_letters_are_composed(self):
        self.assertEqual(encode_unit(atoms('e\u0301.')), 'é.')


class StreamAnswerTest(unittest.TestCase):
    def test_loses_the_stop_that_was_added_and_no_other(self):
        for answer, source, expected in (
            ('un gato[].[]', 'a cat', 'un gato'),
            ('un gato.[]', 'a cat', 'un gato'),
            ('un gato.[]', 'a cat.', 'un gato.'),
            ('etc', 'etc', 'etc'),
        ):
            self.assertEqual(decoded(answer, source), expected)

    def test_counts_and_removes_marks(self):
        pieces, unknown = decode_unit('*foo #canal \\@bar #tomar parte[].', atoms('a b c d'), 'es')
        self.assertEqual(unknown, 4)
        self.assertEqual(''.join(piece.part.text for piece in pieces), 'foo canal bar tomar parte')

    def test_puts_white_space_and_signs_back(self):
        self.assertEqual(decoded(' uno [s0] dos[]*Jqzbb[]tres [].', 'a\u00a0b^c'), 'uno\u00a0dos^tres')
        self.assertEqual(decoded('uno  dos[].', 'a b'), 'uno dos')

    def test_knows_the_run_of_each_word_the_rarest_of_several(self):
        answer = '[[r0]]el[[/]] [[r2]]gato[[/]] [[r0; r1]]negro[[/]][].'
        pieces, _ = decode_unit(answer, atoms('the <1>black</1> cat'), 'es')
        self.assertEqual(
            [(piece.part.text, piece.run) for piece in pieces],
            [('el', 0), (' ', None), ('gato', 2), (' ', None), ('negro', 1)],
        )

    def test_knows_the_run_of_each_of_several_words_in_one_blank(self):
        pieces, _ = decode_unit('[[r0; r1]]el gato[[/]] [[r2]]negro[[/]][].', atoms('the <1>black</1> cat'), 'es')
        self.assertEqual([piece.run for piece in pieces if piece.part.text.strip()], [0, 1, 2])

    def test_has_the_case_of_the_source_at_its_start(self):
        self.assertEqual(decoded('El gato[].', 'the cat'), 'el gato')
        self.assertEqual(decoded('el gato[].', 'The cat'), 'El gato')
        self.assertEqual(decoded('I am[].', 'soy', target='en'), 'I am')

    def test_is_refused_when_something_is_lost_doubled_or_out_of_order(self):
        for answer, source in (
            ('a b', 'a  b'),
            ('a[s1]b[s0]c', 'a  b  c'),
            ('a', 'a^b'),
            ('Jqzbb Jqzbb', 'a^b'),
            ('a Jqzbc', 'a^b'),
        ):
            with self.subTest(answer), self.assertRaises(LostContentError):
                decoded(answer, source)


if __name__ == '__main__':
    unittest.main()
