"""Cuts the content of a segment at line breaks and tabs and between sentences, into what one text in the stream is."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..characters import LOWER
from .atoms import Atom, count_words
from .mode import Stage

#: Fewer than there are placeholders (256).
_MOST_ATOMS = 240


@dataclass(frozen=True)
class Unit:
    """Goes to the engine as one text, or stays as it is."""

    is_translated: bool
    atoms: list[Atom]


@dataclass(frozen=True)
class UnitSizes:
    #: Sentences are gathered up to this many words.
    words_gathered: int
    #: A sentence longer than this is cut at a comma, or else between any two words.
    most_words: int


def unit_sizes(stages: tuple[Stage, ...]) -> UnitSizes:
    """
    One chain takes 25k words/s in texts of 20 words, 33k in texts of 100; 40 keep the first words of a stream early.
    Recursive transfer parses all of a text at once, in time that can double with each noun: 26 words with 13
    numerals 0.4 s, 30 words 2.3 s, 40 words never.
    """
    is_recursive = any(stage.program == 'rtx-proc' for stage in stages)
    return UnitSizes(1, 20) if is_recursive else UnitSizes(40, 100)


_line_break = re.compile('[\t\n\v\f\r\u2028\u2029]')
_sentence_end = re.compile('[.!?…؟۔।]["\'”’»)]*\\Z')
_small_letter = re.compile(f'[{LOWER}]')
_clause_end = re.compile('[,;:–—]\\Z')


def _split_after(atoms: list[Atom], is_end: Callable[[int], bool]) -> list[list[Atom]]:
    """Splits after every atom for whose index `is_end` holds."""
    groups: list[list[Atom]] = []
    group: list[Atom] = []
    for index, atom in enumerate(atoms):
        group.append(atom)
        if is_end(index):
            groups.append(group)
            group = []
    return [*groups, group] if group else groups


def _follows(atoms: list[Atom], index: int, ending: re.Pattern[str]) -> bool:
    """Whether a space stands at the index, after a text that ends so."""
    before = atoms[index - 1] if index > 0 else None
    return (
        atoms[index].kind == 'space'
        and before is not None
        and before.kind == 'text'
        and ending.search(before.text) is not None
    )


def _starts_sentence(atoms: list[Atom], index: int) -> bool:
    return index >= len(atoms) or atoms[index].kind != 'text' or _small_letter.match(atoms[index].text) is None


def sentences(atoms: list[Atom]) -> list[list[Atom]]:
    """Sentences with the space after them."""
    return _split_after(
        atoms, lambda index: _follows(atoms, index, _sentence_end) and _starts_sentence(atoms, index + 1)
    )


def _gather(groups: list[list[Atom]], most_words: int) -> list[list[Atom]]:
    """Joins neighbours as long as the whole stays within the limits."""
    gathered: list[list[Atom]] = []
    words = 0
    for group in groups:
        own = count_words(group)
        if gathered and words + own <= most_words and len(gathered[-1]) + len(group) <= _MOST_ATOMS:
            gathered[-1].extend(group)
            words += own
        else:
            gathered.append([*group])
            words = own
    return gathered


def _split_words(clause: list[Atom]) -> list[list[Atom]]:
    return _split_after(clause, lambda index: clause[index].kind == 'space')


def _cut_long(sentence: list[Atom], most_words: int) -> list[list[Atom]]:
    def is_too_long(part: list[Atom]) -> bool:
        return len(part) > _MOST_ATOMS or count_words(part) > most_words

    if not is_too_long(sentence):
        return [sentence]
    parts: list[list[Atom]] = []
    clauses = _split_after(sentence, lambda index: _follows(sentence, index, _clause_end))
    for clause in _gather(clauses, most_words):
        parts += _gather(_split_words(clause), most_words) if is_too_long(clause) else [clause]
    return [part[start : start + _MOST_ATOMS] for part in parts for start in range(0, len(part), _MOST_ATOMS)]


def inner_range(atoms: list[Atom]) -> tuple[int, int]:
    """From the first to after the last atom that is no white space."""
    inner = [index for index, atom in enumerate(atoms) if atom.kind != 'space']
    return (inner[0], inner[-1] + 1) if inner else (0, 0)


def _without_edges(atoms: list[Atom]) -> list[Unit]:
    """White space at the ends stays outside of what is translated, where it surely keeps its place."""
    if not any(atom.has_letters for atom in atoms):
        return [Unit(False, atoms)]
    start, end = inner_range(atoms)
    units = [Unit(False, atoms[:start]), Unit(True, atoms[start:end]), Unit(False, atoms[end:])]
    return [unit for unit in units if unit.atoms]


def units_of(atoms: list[Atom], sizes: UnitSizes) -> list[Unit]:
    """Concatenated, the units are the atoms."""
    units: list[Unit] = []
    for line in _split_after(
        atoms, lambda index: atoms[index].kind == 'space' and _line_break.search(atoms[index].text) is not None
    ):
        parts = [part for sentence in sentences(line) for part in _cut_long(sentence, sizes.most_words)]
        for group in _gather(parts, sizes.words_gathered):
            units += _without_edges(group)
    return units
