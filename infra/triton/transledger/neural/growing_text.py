from collections.abc import Callable


class GrowingText:
    """Decodes tokens that come one after the other, and gives out each part when nothing can change it any more."""

    def __init__(self, decode: Callable[[list[str]], str]) -> None:
        self._decode = decode
        self._tokens: list[str] = []
        self._given = ''

    def add(self, token: str) -> str:
        """Returns the text that the token makes certain; often none, as a character may be several tokens."""
        self._tokens.append(token)
        text = self._decode(self._tokens).strip()
        return '' if text.endswith('\ufffd') else self._give(text)

    def rest(self) -> str:
        return self._give(self._decode(self._tokens).strip()) if self._tokens else ''

    @property
    def is_empty(self) -> bool:
        return not self._given

    def _give(self, text: str) -> str:
        if not text.startswith(self._given):
            return ''
        new = text[len(self._given) :]
        self._given = text
        return new
