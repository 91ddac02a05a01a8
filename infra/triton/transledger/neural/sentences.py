"""Cuts a text into sentences for a model, and the white space between them."""

import re
from collections.abc import Callable
from dataclasses import dataclass

#: Line breaks and other control characters, which tokenizers drop or turn into spaces.
_controls = re.compile('([\x00-\x1f\x7f-\x9f\u2028\u2029]+)')
_sentence = re.compile('.*?(?:[.!?…؟۔।]+["\'”’»)]*\\s+|[。！？]+["\'”’」』）]*\\s*|\\Z)', re.DOTALL)
_edges = re.compile('(\\s*)(.*?)(\\s*)', re.DOTALL)


@dataclass(frozen=True)
class Piece:
    text: str
    is_translated: bool


def _has_letters(text: str) -> bool:
    return any(character.isalpha() for character in text)


def _without_edges(text: str) -> list[Piece]:
    """Splits off white space at the ends, which stays as it is; so does a text without letters."""
    edges = _edges.fullmatch(text)
    if edges is None or not _has_letters(text):
        return [Piece(text, False)]
    start, inner, end = edges.groups()
    return [piece for piece in (Piece(start, False), Piece(inner, True), Piece(end, False)) if piece.text]


def _cut_in_two(text: str) -> tuple[str, str]:
    """Cuts between two clauses, or else two words, or else two characters, as near to the middle as possible."""
    middle = len(text) // 2
    for boundary in (r'(?<=[,;:–—])\s+', r'\s+', r''):
        places = [match.start() for match in re.finditer(boundary, text) if 0 < match.start() < len(text)]
        if places:
            at = min(places, key=lambda place: abs(place - middle))
            return text[:at], text[at:]
    return text, ''


def _cut_long(piece: Piece, is_too_long: Callable[[str], bool]) -> list[Piece]:
    waiting = [piece]
    pieces: list[Piece] = []
    while waiting:
        piece = waiting.pop()
        if not piece.is_translated or len(piece.text) < 2 or not is_too_long(piece.text):
            pieces.append(piece)
            continue
        left, right = _cut_in_two(piece.text)
        waiting += reversed([*_without_edges(left), *_without_edges(right)])
    return pieces


def pieces_of(text: str, is_too_long: Callable[[str], bool]) -> list[Piece]:
    """Cuts a text into pieces. Concatenated, the pieces are the text."""
    pieces: list[Piece] = []
    for index, stretch in enumerate(_controls.split(text)):
        if index % 2 == 1:
            pieces.append(Piece(stretch, False))
            continue
        for sentence in filter(None, _sentence.findall(stretch)):
            for piece in _without_edges(sentence):
                pieces += _cut_long(piece, is_too_long)
    return pieces
