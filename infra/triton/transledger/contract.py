"""The contracts of README.md in code: tensors, parameters, and what is wrong with a request."""

import re
from dataclasses import dataclass

#: Code points of one `TEXT`, tags not counted.
LONGEST_TEXT = 10_000

#: Code points of one text for a pipeline, blanks and placeholders counted.
LONGEST_PIPELINE_TEXT = 65_536

#: Texts of one request to the streaming model of pipelines.
MOST_STREAMED_TEXTS = 64

QUALITIES = ('fast', 'balanced', 'quality')


_tag = re.compile('[\ue000-\ue003][0-9]{1,9}\ue00f')


def length_without_tags(text: str) -> int:
    return len(_tag.sub('', text))


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
