"""Adds the tokens that name the languages to a model."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Framing:
    #: Tokens before those of the sentence.
    before: list[str]
    #: Tokens that the translation begins with, and that are no part of it.
    target_prefix: list[str]


def _nllb(source: str, target: str) -> Framing:
    return Framing([source], [target])


def _madlad(_: str, target: str) -> Framing:
    return Framing([f'<2{target}>'], [])


def _opus(_: str, target: str) -> Framing:
    return Framing([f'>>{target}<<'], [])


def _none(_: str, __: str) -> Framing:
    return Framing([], [])


#: `nllb`: `eng_Latn … </s>`, target prefix `deu_Latn`. `madlad`: `<2de> … </s>`. `opus`, of several targets:
#: `>>deu<< … </s>`. `none`, of one pair: the sentence alone.
SCHEMES = {'nllb': _nllb, 'madlad': _madlad, 'opus': _opus, 'none': _none}


def framing_of(scheme: str, source: str, target: str) -> Framing:
    """Makes the tokens of a pair; `source` and `target` are the model's own names."""
    return SCHEMES[scheme](source, target)


_special = re.compile(r'<2\w+>|>>\w+<<|[a-z]{3}_[A-Z][a-z]{3}|</?\w+>')
_byte = re.compile('<0x[0-9A-F]{2}>')


def is_special(piece: str) -> bool:
    """Whether a piece names a language or an end, and is no byte of a character."""
    return _special.fullmatch(piece.lstrip('▁')) is not None and _byte.fullmatch(piece) is None


def without_special_tokens(pieces: list[str]) -> list[str]:
    """Splits pieces that look like special tokens to text: a caller cannot choose the language with them."""
    return [part for piece in pieces for part in (piece if is_special(piece) else [piece])]
