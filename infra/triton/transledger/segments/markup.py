"""Numbered tags in a text, written with characters of Unicode's private use area."""

import re

from .part import Kind, Part, Segment, text_part

_END = '\ue00f'
_KINDS: dict[str, Kind] = {'\ue000': 'open', '\ue001': 'close', '\ue002': 'single', '\ue003': 'keep'}
_SIGNS: dict[Kind, str] = {kind: sign for sign, kind in _KINDS.items()}
_tag = re.compile(f'([\ue000-\ue003])([0-9]{{1,9}}){_END}')


def parse_markup(text: str) -> Segment:
    """What looks like a tag and is none is text. A protected piece keeps its whole tag as its text."""
    segment: Segment = []
    at = 0
    for match in _tag.finditer(text):
        if match.start() > at:
            segment.append(text_part(text[at : match.start()]))
        at = match.end()
        kind = _KINDS[match[1]]
        segment.append(Part('keep', match[0]) if kind == 'keep' else Part(kind, number=int(match[2])))
    if at < len(text):
        segment.append(text_part(text[at:]))
    return segment


def write_markup(segment: Segment) -> str:
    return ''.join(part.text if part.is_content else f'{_SIGNS[part.kind]}{part.number}{_END}' for part in segment)


def length_without_tags(text: str) -> int:
    """In code points."""
    return len(_tag.sub('', text))
