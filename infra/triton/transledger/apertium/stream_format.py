"""Apertium's stream format: what goes to a pipeline, and what comes back from it."""

import re
import unicodedata

from ..characters import SPACE
from .atoms import Atom

#: A fixed atom goes through as a word that no dictionary has: of 6,447 in the 76 modes of Debian 12 none was lost
#: or doubled, and it moves with its phrase as a name would. (`X…` is a numeral to some; two letters name the atom.)
_STEM = 'Jqz'
_CODE_LETTERS = 'bcdfghjklmnprstv'
placeholder = re.compile(f'[*#@\\\\]*jqz([{_CODE_LETTERS}]{{2}})', re.IGNORECASE | re.ASCII)

#: The final stop that the tagger wants, where the text has none; `[]` keeps `e` from becoming `e.`, an abbreviation.
_ADDED_STOP = '[].'
_stop = re.compile(r'[.!?]\Z')
_added_stop_at_end = re.compile(rf'(?:\[\])*\.(?=(?:\[\[/\]\])?(?:\[\]|[{SPACE}])*\Z)')


def _placeholder_of(index: int) -> str:
    return f'{_STEM}{_CODE_LETTERS[index >> 4]}{_CODE_LETTERS[index & 15]}'


def placeholder_index(letters: str) -> int:
    high, low = letters.lower()
    return _CODE_LETTERS.index(high) * 16 + _CODE_LETTERS.index(low)


def _ends_with_stop(atoms: list[Atom]) -> bool:
    return bool(atoms) and atoms[-1].kind == 'text' and _stop.search(atoms[-1].text) is not None


def without_added_stop(answer: str, atoms: list[Atom]) -> str:
    return answer if _ends_with_stop(atoms) else _added_stop_at_end.sub('', answer, count=1)


class _Stream:
    """The stream as it is written, with what is open in it."""

    def __init__(self, marks_runs: bool) -> None:
        self.marks_runs = marks_runs
        self.text: list[str] = []
        self.open_run: int | None = None
        self.spaces = 0
        self.fixed = 0

    def close(self) -> None:
        if self.open_run is not None:
            self.text.append('[[/]]')
        self.open_run = None

    def space(self, atom: Atom, next_run: int | None) -> None:
        if not atom.is_plain_space or next_run != self.open_run:
            self.close()
        if atom.is_plain_space:
            self.text.append(' ')
        else:
            self.text.append(f'[s{self.spaces}]')
            self.spaces += 1

    def content(self, atom: Atom, before: Atom | None) -> None:
        if atom.run != self.open_run:
            self.close()
        if before is not None and before.kind != 'space' and 'fixed' in (before.kind, atom.kind):
            self.close()
            self.text.append('[]')
        if self.marks_runs and self.open_run is None:
            self.text.append(f'[[r{atom.run}]]')
            self.open_run = atom.run
        if atom.kind == 'text':
            self.text.append(unicodedata.normalize('NFC', atom.text))
        else:
            self.text.append(_placeholder_of(self.fixed))
            self.fixed += 1


def encode_unit(atoms: list[Atom]) -> str:
    """
    White space other than one space as numbered blanks, fixed atoms as placeholders, each run in a word-bound
    blank with its number when there are several.
    """
    stream = _Stream(marks_runs=len({atom.run for atom in atoms}) > 1)
    for index, atom in enumerate(atoms):
        if atom.kind == 'space':
            stream.space(atom, atoms[index + 1].run if index + 1 < len(atoms) else None)
        else:
            stream.content(atom, atoms[index - 1] if index > 0 else None)
    stream.close()
    return ''.join(stream.text) + ('' if _ends_with_stop(atoms) else _ADDED_STOP)
