"""What a segment is cut into for Apertium."""

import re
from dataclasses import dataclass
from typing import Literal

from ..characters import DIGIT, LETTER, MARK, SPACE
from ..segments.part import Part, text_part
from ..segments.runs import SegmentRuns

_PUNCTUATION = '.,;:!?¿¡\'’‘"“”„«»‹›()\\-–—…·'

#: No word is as long as this. lt-proc takes time and memory in proportion to the length of an unknown one.
_LONGEST_TEXT = 80

#: White space, or text that is safe in the stream, or the rest.
_pattern = re.compile(
    f'([{SPACE}]+)|((?:[{LETTER}{DIGIT}][{MARK}\u200c\u200d]*|[{_PUNCTUATION}])+)'
    f'|[^{SPACE}{LETTER}{DIGIT}{_PUNCTUATION}]+'
)
_letter = re.compile(f'[{LETTER}]')
_word = re.compile(f'[{LETTER}{DIGIT}][{LETTER}{DIGIT}{MARK}]*')


@dataclass
class Atom:
    """
    `text` goes through as it is, `space` is white space, `fixed` is hidden behind a placeholder: what must be
    kept, and every character that means something in Apertium's stream or that it might mark, drop or move as
    mere punctuation.
    """

    kind: Literal['text', 'space', 'fixed']
    part: Part
    run: int

    @property
    def text(self) -> str:
        return self.part.text

    @property
    def is_plain_space(self) -> bool:
        return self.kind == 'space' and self.text == ' '

    @property
    def has_letters(self) -> bool:
        return self.kind == 'text' and _letter.search(self.text) is not None

    @property
    def is_untranslatable(self) -> bool:
        """Letters too many to be a word, which do not go to the engine."""
        return self.kind == 'fixed' and self.part.kind == 'text' and _letter.search(self.text) is not None


def _atoms_of_text(text: str, run: int) -> list[Atom]:
    atoms: list[Atom] = []
    for match in _pattern.finditer(text):
        if match[1] is not None:
            atoms.append(Atom('space', text_part(match[0]), run))
        elif match[2] is not None and len(match[0]) <= _LONGEST_TEXT:
            atoms.append(Atom('text', text_part(match[0]), run))
        else:
            atoms.append(Atom('fixed', text_part(match[0]), run))
    return atoms


_ends_in_word = re.compile(f'[{LETTER}{MARK}]\\Z')
_first_letters = re.compile(f'[{LETTER}][{LETTER}{MARK}]*')
_last_letters = re.compile(f'[{LETTER}{MARK}]+\\Z')


def _is_cut(last: Atom, atom: Atom) -> bool:
    return (
        last.kind == atom.kind == 'text'
        and last.run != atom.run
        and _ends_in_word.search(last.text) is not None
        and _letter.match(atom.text) is not None
    )


def _join_cut_words(atoms: list[Atom]) -> list[Atom]:
    """A word cut by a tag (`<b>W</b>ord`) goes whole to the side that has more of it: halves cannot be translated."""
    joined: list[Atom] = []
    for atom in atoms:
        if not joined or not _is_cut(joined[-1], atom):
            joined.append(atom)
            continue
        last = joined.pop()
        left, right = _last_letters.search(last.text), _first_letters.match(atom.text)
        left_letters, right_letters = left[0] if left else '', right[0] if right else ''
        if len(left_letters) >= len(right_letters):
            joined.append(Atom('text', text_part(last.text + right_letters), last.run))
            if atom.text != right_letters:
                joined.append(Atom('text', text_part(atom.text[len(right_letters) :]), atom.run))
        else:
            if last.text != left_letters:
                joined.append(Atom('text', text_part(last.text[: -len(left_letters)]), last.run))
            joined.append(Atom('text', text_part(left_letters + atom.text), atom.run))
    return joined


def atoms_of(source: SegmentRuns) -> list[Atom]:
    """The content of a segment, in order."""
    atoms: list[Atom] = []
    for index, run in enumerate(source.runs):
        for part in run.parts:
            atoms += [Atom('fixed', part, index)] if part.kind == 'keep' else _atoms_of_text(part.text, index)
    return _join_cut_words(atoms) if len(source.runs) > 1 else atoms


def count_words(atoms: list[Atom]) -> int:
    """Words that go to the engine, and those that do not."""
    return sum(len(_word.findall(atom.text)) for atom in atoms if atom.kind == 'text') + count_untranslatable(atoms)


def count_untranslatable(atoms: list[Atom]) -> int:
    return sum(atom.is_untranslatable for atom in atoms)
