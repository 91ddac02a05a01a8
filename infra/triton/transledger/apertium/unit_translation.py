import asyncio
from dataclasses import dataclass

from ..characters import is_blank
from ..segments.tag_placement import TracedPiece
from .atoms import Atom, count_untranslatable, count_words
from .pipeline import Pipeline, UntranslatableTextError
from .stream_answer import LostContentError, decode_unit
from .stream_format import encode_unit
from .units import Unit, inner_range, sentences


@dataclass(frozen=True)
class TranslatedUnit:
    pieces: list[TracedPiece]
    words: int
    unknown_words: int


def _untranslated(atoms: list[Atom], unknown_words: int) -> TranslatedUnit:
    """The source itself, all of its words unknown when it should have been translated."""
    return TranslatedUnit([TracedPiece(atom.part, atom.run) for atom in atoms], unknown_words, unknown_words)


def _verbatim(atoms: list[Atom]) -> TranslatedUnit:
    return _untranslated(atoms, count_untranslatable(atoms))


def _joined(units: list[TranslatedUnit]) -> TranslatedUnit:
    return TranslatedUnit(
        [piece for unit in units for piece in unit.pieces],
        sum(unit.words for unit in units),
        sum(unit.unknown_words for unit in units),
    )


def _is_obstacle(atom: Atom) -> bool:
    return atom.kind == 'fixed' or (atom.kind == 'space' and not atom.is_plain_space)


def _simpler_parts(atoms: list[Atom]) -> list[list[Atom]]:
    """Stretches between what must keep its place, cut at ends of sentences and at tags too, and that itself."""
    parts: list[list[Atom]] = []
    for sentence in sentences(atoms):
        is_open = False
        for atom in sentence:
            if is_open and not _is_obstacle(atom) and parts[-1][-1].run == atom.run:
                parts[-1].append(atom)
            else:
                parts.append([atom])
            is_open = not _is_obstacle(atom)
    return parts


async def _translate_once(atoms: list[Atom], pipeline: Pipeline, target: str) -> TranslatedUnit:
    words = count_words(atoms)
    answer = await pipeline.translate(encode_unit(atoms))
    pieces, unknown_words = decode_unit(answer, atoms, target)
    # A lone article may have no counterpart; a text never becomes nothing.
    if all(is_blank(piece.part.text) for piece in pieces):
        return _untranslated(atoms, words)
    return TranslatedUnit(pieces, words, min(words, unknown_words + count_untranslatable(atoms)))


async def _translate_part(atoms: list[Atom], pipeline: Pipeline, target: str) -> TranslatedUnit:
    """White space at the ends of a part stays where it is."""
    if not any(atom.has_letters for atom in atoms):
        return _verbatim(atoms)
    start, end = inner_range(atoms)
    try:
        middle = await _translate_once(atoms[start:end], pipeline, target)
    except (LostContentError, UntranslatableTextError):
        middle = _untranslated(atoms[start:end], count_words(atoms[start:end]))
    return _joined([_verbatim(atoms[:start]), middle, _verbatim(atoms[end:])])


async def translate_unit(unit: Unit, pipeline: Pipeline, target: str) -> TranslatedUnit:
    """
    When something of the unit did not come back, or no chain survives it, it goes in simpler parts, whose order is
    then surely that of the source; a part that no chain survives stays as it is, all its words unknown.
    :raises UnavailableError:
    """
    if not unit.is_translated:
        return _verbatim(unit.atoms)
    try:
        return await _translate_once(unit.atoms, pipeline, target)
    except (LostContentError, UntranslatableTextError):
        parts = _simpler_parts(unit.atoms)
        if len(parts) == 1:
            return _untranslated(unit.atoms, count_words(unit.atoms))
        return _joined(await asyncio.gather(*(_translate_part(part, pipeline, target) for part in parts)))
