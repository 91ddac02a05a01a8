import random
import re
import unittest

from tests.test_markup import tagged
from transledger.segments.markup import parse_markup, write_markup
from transledger.segments.part import text_part
from transledger.segments.runs import split_runs
from transledger.segments.tag_placement import TracedPiece, place_tags


def placed(source: str, *pieces: tuple[str, int | None]) -> str:
    runs = split_runs(parse_markup(tagged(source)))
    return write_markup(place_tags(runs, [TracedPiece(text_part(text), run) for text, run in pieces]))


class TagPlacementTest(unittest.TestCase):
    def check(self, source: str, expected: str, *pieces: tuple[str, int | None]):
        self.assertEqual(placed(source, *pieces), tagged(expected))

    def test_follows_words_that_have_changed_places(self):
        self.check(
            'the <1>black</1> cat', 'el gato <1>negro</1>', ('el', 0), (' ', None), ('gato ', 2), ('negro', 1)
        )

    def test_joins_a_span_that_has_come_apart(self):
        self.check(
            '<1>black cats</1> here', '<1>gatos aquí negros</1>', ('gatos ', 0), ('aquí ', 1), ('negros', 0)
        )

    def test_keeps_the_longer_part_of_a_span_that_another_has_come_into(self):
        pieces = (('a ', 0), ('b ', 0), ('d ', 2), ('c', 0))
        self.check('<1>a b c</1> <2>d</2>', '<1>a b</1> <2>d</2> c', *pieces)

    def test_nests_as_the_source_does(self):
        pieces = (('b ', 1), ('d ', 3), ('c ', 2), ('a', 0))
        self.check('<1>a <2>b</2> c</1> d', '<1><2>b</2> d c a</1>', *pieces)

    def test_keeps_a_tag_without_words_after_what_stood_before_it(self):
        self.check('a<1/> b', 'b a<1/>', ('b ', 1), ('a', 0))
        self.check('a <1>b</1> c', 'a<1></1> c', ('a ', 0), ('c', 2))
        self.check('<1/>a', '<1/>a', ('a', 0))
        self.check('<1></1><2/>', '<1></1><2/>')

    def test_gives_a_word_of_unknown_origin_to_the_run_that_is_missing_there(self):
        self.check('<1>all people</1> are', '<1>alle mennesker</1> er', ('alle mennesker ', None), ('er', 1))

    def test_gives_a_word_of_unknown_origin_to_the_less_enclosed_neighbour(self):
        self.check('<1>a</1> b', '<1>a</1> x b', ('a', 0), (' x ', None), ('b', 1))

    def test_keeps_tags_without_their_other_half(self):
        self.check('</1>a<2>b', '</1>a<2>b', ('a', 0), ('b', 1))

    def test_gives_every_tag_once_and_nested_whatever_the_pieces_are(self):
        generator = random.Random(5)
        for _ in range(500):
            source = random_tags(generator)
            choice = [(generator.choice(['x', 'y ', ' ']), generator.choice([None, *range(9)])) for _ in range(12)]
            runs = len(split_runs(parse_markup(tagged(source))).runs)
            pieces = [(text, None if run is None or run >= runs else run) for text, run in choice]
            result = placed(source, *pieces)
            tags = re.compile('[\ue000-\ue002][0-9]+\ue00f')
            self.assertEqual(sorted(tags.findall(result)), sorted(tags.findall(tagged(source))), source)
            self.assertEqual(tags.sub('', result), ''.join(text for text, _ in pieces))
            opened: list[str] = []
            for tag in tags.findall(result):
                if tag[0] == '\ue000':
                    opened.append(tag[1:])
                elif tag[0] == '\ue001':
                    self.assertEqual(opened.pop(), tag[1:])

    def test_a_thousand_nested_tags_take_no_time_to_speak_of(self):
        depth = 900
        source = ''.join(f'\ue000{n}\ue00fx' for n in range(depth))
        source += ''.join(f'\ue001{n}\ue00f' for n in reversed(range(depth)))
        result = write_markup(
            place_tags(split_runs(parse_markup(source)), [TracedPiece(text_part('y'), n) for n in range(depth)])
        )
        self.assertEqual(result, source.replace('x', 'y'))


def random_tags(generator: random.Random, depth: int = 0, numbers: list[int] | None = None) -> str:
    numbers = [0] if numbers is None else numbers
    text = ''
    for _ in range(generator.randrange(4)):
        kind = generator.randrange(5 if depth < 3 else 3)
        if kind < 2:
            text += generator.choice(['a', 'b ', ' c'])
            continue
        if numbers[0] >= 9:
            continue
        numbers[0] += 1
        number = numbers[0]
        inner = '' if kind == 2 else random_tags(generator, depth + 1, numbers)
        text += f'<{number}/>' if kind == 2 else f'<{number}>{inner}</{number}>'
    return text


if __name__ == '__main__':
    unittest.main()
