import re

from ..characters import LETTER, LOWER, MARK, UPPER
from ..segments.part import Part, text_part
from ..segments.tag_placement import TracedPiece
from .atoms import Atom

_cased = re.compile(f'[{UPPER}{LOWER}]')
_upper = re.compile(f'[{UPPER}]')
_english_i = re.compile(f'I(?![{LETTER}{MARK}])')


def _first_letter(atoms: list[Atom]) -> str | None:
    found = (_cased.search(atom.text) for atom in atoms if atom.kind == 'text')
    return next((match[0] for match in found if match), None)


def match_initial_case(
    pieces: list[TracedPiece], fixed: set[Part], atoms: list[Atom], target: str
) -> list[TracedPiece]:
    """
    Gives the first word of a translation the case of the first word of the source. Some pairs capitalise after
    what they take for the end of a sentence, even when that was another text (`the cat` gives `El gato` with
    eng-spa). Nobody may change the pieces that are `fixed`.
    """
    source = _first_letter(atoms)
    if source is None:
        return pieces
    is_upper = _upper.match(source) is not None
    for index, piece in enumerate(pieces):
        match = None if piece.part in fixed else _cased.search(piece.part.text)
        if match is None:
            continue
        text, at = piece.part.text, match.start()
        is_always_capital = target.partition('-')[0] == 'en' and _english_i.match(text, at) is not None
        if (_upper.match(match[0]) is not None) == is_upper or is_always_capital:
            return pieces
        changed = match[0].upper() if is_upper else match[0].lower()
        cased = TracedPiece(text_part(text[:at] + changed + text[at + 1 :]), piece.run)
        return [*pieces[:index], cased, *pieces[index + 1 :]]
    return pieces
