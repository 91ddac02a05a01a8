import re

from .characters import SPACE

_token = re.compile(f'\\A[{SPACE}]+|[^{SPACE}]+[{SPACE}]*')


def tokens_of(text: str) -> list[str]:
    """Words, each with the white space after it; white space at the start is a token of its own."""
    return _token.findall(text)
