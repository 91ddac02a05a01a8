from typing import Any

from ..tokens import tokens_of
from .requests import Cancelled, send_end, send_error, token_response
from .stream_metrics import StreamMetrics


class TokenSender:
    """
    The responses of a stream. Each call waits for Triton to take the response, so it has no place in an event loop.
    """

    def __init__(self, sender: Any, metrics: StreamMetrics) -> None:
        self._sender = sender
        self._metrics = metrics
        self._tokens = 0

    def check(self) -> None:
        """:raises Cancelled:"""
        if self._sender.is_cancelled():
            raise Cancelled

    def send(self, token: str) -> None:
        """:raises Cancelled:"""
        self.check()
        self._sender.send(token_response(token))
        self._tokens += 1

    def send_text(self, text: str) -> None:
        """:raises Cancelled:"""
        for token in tokens_of(text):
            self.send(token)

    def end(self, confidence: float) -> None:
        """:raises Cancelled:"""
        self.check()
        self._sender.send(token_response('', confidence))
        send_end(self._sender)
        self._metrics.count('complete', self._tokens)

    def fail(self, error: Exception) -> None:
        send_error(self._sender, error)
        self._metrics.count('cancelled' if isinstance(error, Cancelled) else 'failed', self._tokens)
