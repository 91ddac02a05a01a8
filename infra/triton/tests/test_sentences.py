import random
import unittest

from transledger.neural.growing_text import GrowingText
from transledger.neural.language_tokens import framing_of, without_special_tokens
from transledger.neural.sentences import pieces_of


def translated(text: str, longest: int = 1_000) -> list[str]:
    return [piece.text for piece in pieces_of(text, lambda part: len(part) > longest) if piece.is_translated]


class SentencesTest(unittest.TestCase):
    def test_sentences_go_one_by_one(self):
        self.assertEqual(translated('One cat. Two “cats!” Three?'), ['One cat.', 'Two “cats!”', 'Three?'])
        self.assertEqual(translated('一只猫。两只猫！'), ['一只猫。', '两只猫！'])

    def test_line_breaks_control_characters_and_white_space_at_the_ends_stay_outside(self):
        self.assertEqual(translated('  a b\n\tc\0d '), ['a b', 'c', 'd'])

    def test_what_has_no_letters_stays_as_it_is(self):
        self.assertEqual(translated('3.14 — (42). 7!'), [])

    def test_a_long_sentence_is_cut_at_clauses_then_words_then_anywhere(self):
        self.assertEqual(translated('aaaa bb, cccc dd', 9), ['aaaa bb,', 'cccc dd'])
        self.assertEqual(translated('aaaa bbbb', 5), ['aaaa', 'bbbb'])
        self.assertEqual(''.join(translated('x' * 100, 9)), 'x' * 100)

    def test_the_pieces_make_up_the_text_again(self):
        generator = random.Random(4)
        for _ in range(300):
            parts = ['word ', 'ab', '. ', '。', '\n', '  ', '\0', '!', '😀', '\u2028', ', ']
            text = ''.join(generator.choices(parts, k=40))
            pieces = pieces_of(text, lambda part: len(part) > 12)
            self.assertEqual(''.join(piece.text for piece in pieces), text)
            self.assertTrue(all(len(piece.text) <= 12 for piece in pieces if piece.is_translated))


class GrowingTextTest(unittest.TestCase):
    def grow(self, tokens: list[bytes]) -> list[str]:
        text = GrowingText(lambda parts: b''.join(parts).decode('utf-8', 'replace'))
        return [*map(text.add, tokens), text.rest()]

    def test_a_character_of_several_tokens_comes_when_it_is_whole(self):
        self.assertEqual(self.grow(['a'.encode(), *[bytes([byte]) for byte in 'é'.encode()]]), ['a', '', 'é', ''])

    def test_white_space_at_the_ends_is_left_out(self):
        self.assertEqual(''.join(self.grow([b' a', b' ', b'b', b' '])), 'a b')

    def test_what_never_becomes_whole_comes_at_the_end(self):
        self.assertEqual(self.grow([b'a', b'\xe9']), ['a', '', '\ufffd'])


class LanguageTokensTest(unittest.TestCase):
    def test_each_scheme_names_the_languages_in_its_way(self):
        self.assertEqual(framing_of('nllb', 'eng_Latn', 'deu_Latn').before, ['eng_Latn'])
        self.assertEqual(framing_of('nllb', 'eng_Latn', 'deu_Latn').target_prefix, ['deu_Latn'])
        self.assertEqual(framing_of('madlad', 'en', 'de').before, ['<2de>'])
        self.assertEqual(framing_of('opus', 'eng', 'deu').before, ['>>deu<<'])
        self.assertEqual(framing_of('none', 'en', 'de').before, [])

    def test_a_text_cannot_have_special_tokens(self):
        self.assertEqual(without_special_tokens(['<2fr>', '▁a']), ['<', '2', 'f', 'r', '>', '▁a'])
        for piece in ('</s>', '<unk>', '>>fra<<', 'fra_Latn'):
            self.assertNotIn(piece, without_special_tokens([piece]))
        self.assertEqual(without_special_tokens(['<0x0A>', '▁<', '<3']), ['<0x0A>', '▁<', '<3'])


if __name__ == '__main__':
    unittest.main()
