"""The contract of README.md in code: tensors, parameters, and what is wrong with a request."""

from dataclasses import dataclass

#: Code points of one `TEXT`, tags not counted.
LONGEST_TEXT = 10_000

QUALITIES = ('fast', 'balanced', 'quality')


@dataclass(frozen=True)
class Query:
    """One text to translate."""

    text: str
    source: str
    target: str
    domain: str = 'general'
    formality: str = 'neutral'


@dataclass(frozen=True)
class Translation:
    text: str
    #: From 0 to 1.
    confidence: float


class InvalidRequestError(Exception):
    """The caller's mistake. Its message never holds the text."""


class UnavailableError(Exception):
    """The engine cannot translate at the moment."""


def unsupported_pair(source: str, target: str) -> InvalidRequestError:
    return InvalidRequestError(f'This model does not translate from {quoted(source)} to {quoted(target)}')


def quoted(value: str) -> str:
    """A code for a message, cut short: it comes from outside."""
    return ascii(value[:20])
