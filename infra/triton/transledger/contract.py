"""The contracts of README.md in code: tensors, parameters, and the errors of a request."""

import re
from dataclasses import dataclass

#: Maximum of code points of one `TEXT`, tags not counted.
LONGEST_TEXT = 10_000

#: Maximum of code points of one text for a pipeline, blanks and placeholders counted.
LONGEST_PIPELINE_TEXT = 65_536

#: Maximum of texts of one request to the streaming model of pipelines.
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
    #: Confidence from 0 to 1.
    confidence: float


class InvalidRequestError(Exception):
    """Raised for a mistake of the caller. Its message never holds the text."""


class UnavailableError(Exception):
    """Raised when the engine cannot translate at the moment."""


def unsupported_pair(source: str, target: str) -> InvalidRequestError:
    return InvalidRequestError(f'This model does not translate from {quoted(source)} to {quoted(target)}')


def quoted(value: str) -> str:
    """Quotes a code for a message, cut short, as it comes from outside."""
    return ascii(value[:20])
