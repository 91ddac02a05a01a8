from dataclasses import dataclass
from typing import Literal

Kind = Literal['text', 'keep', 'open', 'close', 'single']


@dataclass(eq=False)
class Part:
    """
    A piece of a segment. `text` and `keep` (what stays as it is) have a text, the tags a number. Two parts
    are the same only when they are one object.
    """

    kind: Kind
    text: str = ''
    number: int = 0

    @property
    def is_content(self) -> bool:
        return self.kind in ('text', 'keep')


Segment = list[Part]


def text_part(text: str) -> Part:
    return Part('text', text)
