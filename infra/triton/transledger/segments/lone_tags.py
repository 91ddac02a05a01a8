"""
A single tag between spaces (a page number, an image) stands where a word could. As a protected piece it keeps
its place among the words and the spaces around it; as a tag it would be put somewhere between them.
"""

import re

from ..characters import SPACE, is_blank
from .part import Part, Segment

_space_at_end = re.compile(f'[{SPACE}]\\Z')
_space_at_start = re.compile(f'\\A[{SPACE}]')


def _has_space(part: Part | None, space: re.Pattern[str]) -> bool:
    """So has an end of the segment."""
    return part is None or (part.kind == 'text' and space.search(part.text) is not None)


def protect_lone_tags(segment: Segment) -> tuple[Segment, dict[Part, Part]]:
    """The segment with each lone tag as a protected piece, and the tag that each of these stands for."""
    if not any(part.kind == 'text' and not is_blank(part.text) for part in segment):
        return segment, {}
    tags: dict[Part, Part] = {}
    protected: Segment = []
    for index, part in enumerate(segment):
        before = segment[index - 1] if index > 0 else None
        after = segment[index + 1] if index + 1 < len(segment) else None
        if part.kind == 'single' and _has_space(before, _space_at_end) and _has_space(after, _space_at_start):
            keep = Part('keep', '\ufffc')
            tags[keep] = part
            protected.append(keep)
        else:
            protected.append(part)
    return protected, tags
