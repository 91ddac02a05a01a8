import unittest

from transledger.segments.lone_tags import protect_lone_tags
from transledger.segments.markup import length_without_tags, parse_markup, write_markup


def tagged(text: str) -> str:
    """`<1>a</1> <2/> {3}` with the characters of the contract."""
    for ascii_sign, sign in (('</', '\ue001'), ('<', '\ue000'), ('{', '\ue003')):
        text = text.replace(ascii_sign, sign)
    for number in range(10):
        text = text.replace(f'\ue000{number}/>', f'\ue002{number}\ue00f')
    return text.replace('>', '\ue00f').replace('}', '\ue00f')


class MarkupTest(unittest.TestCase):
    def test_is_read_and_written_again(self):
        text = tagged('The <1>black <2>cat</2></1><3/> of {4}')
        self.assertEqual(write_markup(parse_markup(text)), text)
        kinds = [part.kind for part in parse_markup(text)]
        self.assertEqual(kinds, 'text open text open text close close single text keep'.split())

    def test_half_a_tag_is_text(self):
        for text in ('\ue000', '\ue0001', '\ue000x\ue00f', '\ue00f', '\ue0031234567890\ue00f'):
            self.assertEqual([part.kind for part in parse_markup(text)], ['text'])

    def test_tags_do_not_count_as_length(self):
        self.assertEqual(length_without_tags(tagged('a<1>b</1>{2}')), 2)

    def test_a_single_tag_between_spaces_is_protected_and_no_other(self):
        segment = parse_markup(tagged('see <1/> or b<2/> c'))
        protected, tags = protect_lone_tags(segment)
        self.assertEqual([part.kind for part in protected], ['text', 'keep', 'text', 'single', 'text'])
        self.assertEqual([tag.number for tag in tags.values()], [1])

    def test_a_tag_alone_stays_a_tag(self):
        protected, tags = protect_lone_tags(parse_markup(tagged('<1/> ')))
        self.assertEqual((protected[0].kind, tags), ('single', {}))


if __name__ == '__main__':
    unittest.main()
