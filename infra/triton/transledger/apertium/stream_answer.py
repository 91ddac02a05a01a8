"""What came back for a unit, with its blanks and placeholders put back and the engine's marks counted and removed."""

import re
from collections import Counter

from ..segments.part import Part, text_part
from ..segments.tag_placement import TracedPiece
from .atoms import Atom
from .initial_case import match_initial_case
from .stream_format import placeholder, placeholder_index, without_added_stop

#: Word-bound blank closed or opened, other blank, text.
_token = re.compile(r'\[\[/\]\]|\[\[([^\]]*)\]\]|\[([^\]]*)\]|([^\[\]]+)|[\[\]]')

#: `*` unknown, `@` without translation, `#` without a form; none of these three is ever in what was sent.
_mark = re.compile('[*@#]')
_engine_signs = re.compile(r'<[^<>]*>|[*@#\\^$/{}<>~+]')
_run_name = re.compile(r'r([0-9]+)')


class LostContentError(Exception):
    """An answer from which something is missing, or in which it stands twice or in another order."""


def _run_names(content: str) -> list[str]:
    return [name for name in (each.strip() for each in content.split(';')) if _run_name.fullmatch(name)]


def _rarest_run(names: list[str], uses: Counter[str]) -> int | None:
    """The run of a word-bound blank, the rarest of several: a tag on one word must not vanish behind its neighbour."""
    return int(min(names, key=lambda name: uses[name])[1:]) if names else None


def _words_named(text: str, names: list[str]) -> list[tuple[str, int]]:
    """The words of `[[r0; r1]]El gat[[/]]`, each with the space after it, where there is one for each name."""
    words = re.findall(r'\S+\s*', text)
    if len(names) < 2 or len(words) != len(names) or text[:1].isspace() or placeholder.search(text):
        return []
    return [(word, int(name[1:])) for word, name in zip(words, names)]


def _tidy_spaces(pieces: list[TracedPiece], blanks: set[Part], fixed: set[Part]) -> list[TracedPiece]:
    """White space next to a numbered blank, at the ends, or doubled, is the engine's and not the text's."""
    tidy: list[TracedPiece] = []

    def strip_last() -> None:
        if tidy and tidy[-1].part.kind == 'text' and tidy[-1].part not in fixed and tidy[-1].part not in blanks:
            tidy[-1] = TracedPiece(text_part(tidy[-1].part.text.rstrip(' ')), tidy[-1].run)

    after_space = True
    for piece in pieces:
        if piece.part in blanks:
            strip_last()
            tidy.append(piece)
            after_space = True
        elif piece.part in fixed:
            tidy.append(piece)
            after_space = False
        else:
            text = re.sub(' +', ' ', piece.part.text)
            text = text[1:] if after_space and text.startswith(' ') else text
            if text:
                tidy.append(TracedPiece(text_part(text), piece.run))
                after_space = text.endswith(' ')
    strip_last()
    return [piece for piece in tidy if piece.part.text]


class _Answer:
    def __init__(self, answer: str, atoms: list[Atom]) -> None:
        self.fixed = [atom for atom in atoms if atom.kind == 'fixed']
        self.spaces = [atom for atom in atoms if atom.kind == 'space' and not atom.is_plain_space]
        runs = {atom.run for atom in atoms}
        self.only_run = runs.pop() if len(runs) == 1 else None
        self.pieces: list[TracedPiece] = []
        self.blanks: set[Part] = set()
        self.seen: set[int] = set()
        self.next_space = 0
        self.unknown_words = 0
        self.read(answer)
        if self.next_space != len(self.spaces) or len(self.seen) != len(self.fixed):
            raise LostContentError('A blank or a placeholder did not come back')

    def read(self, answer: str) -> None:
        tokens = list(_token.finditer(answer))
        uses = Counter(name for token in tokens if token[1] is not None for name in set(_run_names(token[1])))
        run = self.only_run
        names: list[str] = []
        for token in tokens:
            if token[0] == '[[/]]':
                run = self.only_run
                names = []
            elif token[1] is not None:
                names = _run_names(token[1])
                run = _rarest_run(names, uses)
            elif token[3] is not None:
                named = _words_named(token[3], names)
                for word, own in named:
                    self.add_text(word, own)
                if not named:
                    self.add_text_with_placeholders(token[3], run)
            elif token[2] is not None and token[2].startswith('s'):
                self.add_blank(token[2])

    def add_blank(self, name: str) -> None:
        if self.next_space >= len(self.spaces) or name != f's{self.next_space}':
            raise LostContentError('A blank changed its place')
        part = text_part(self.spaces[self.next_space].text)
        self.next_space += 1
        self.blanks.add(part)
        self.pieces.append(TracedPiece(part, None))

    def add_text(self, text: str, run: int | None) -> None:
        self.unknown_words += len(_mark.findall(text))
        clean = _engine_signs.sub('', text)
        if clean:
            self.pieces.append(TracedPiece(text_part(clean), run))

    def add_text_with_placeholders(self, text: str, run: int | None) -> None:
        at = 0
        for match in placeholder.finditer(text):
            self.add_text(text[at : match.start()], run)
            at = match.end()
            index = placeholder_index(match[1])
            if index >= len(self.fixed) or index in self.seen:
                raise LostContentError('A placeholder came back twice')
            self.seen.add(index)
            # A fixed atom's own run is surer than that of the blank around it, which may be its neighbour's.
            self.pieces.append(TracedPiece(self.fixed[index].part, self.fixed[index].run))
        self.add_text(text[at:], run)


def decode_unit(answer: str, atoms: list[Atom], target: str) -> tuple[list[TracedPiece], int]:
    """
    The pieces of the translation, and how many words the engine did not know or could not write.
    :raises LostContentError:
    """
    read = _Answer(without_added_stop(answer, atoms), atoms)
    fixed = {atom.part for atom in read.fixed}
    tidy = _tidy_spaces(read.pieces, read.blanks, fixed)
    return match_initial_case(tidy, fixed | read.blanks, atoms, target), read.unknown_words
