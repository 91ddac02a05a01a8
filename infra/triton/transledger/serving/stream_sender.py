import time
from typing import Any

from .responses import Cancelled, send_end, send_error
from .stream_metrics import StreamMetrics


#: Seconds between seeing that a stream was cancelled and answering it. In Triton 2.51 the thread that takes the
#: cancellation still uses the state of the call, which the last response frees: signal 11 (its pull requests 7840, 8078).
_CANCELLATION_SETTLES = 0.1


class StreamSender:
    """
    Sends the responses of a stream. Each call waits for Triton to take the response, so it must not run in an event
    loop.
    """

    def __init__(self, sender: Any, metrics: StreamMetrics) -> None:
        self._sender = sender
        self._metrics = metrics
        self._sent = 0

    def check(self) -> None:
        """:raises Cancelled:"""
        if self._sender.is_cancelled():
            raise Cancelled

    def send(self, response: Any) -> None:
        """:raises Cancelled:"""
        self.check()
        self._sender.send(response)
        self._sent += 1

    def end(self, last: Any = None) -> None:
        """
        Ends the stream, with a last response that does not count as text, where there is one.
        :raises Cancelled:
        """
        self.check()
        if last is not None:
            self._sender.send(last)
        send_end(self._sender)
        self._metrics.count('complete', self._sent)

    def fail(self, error: Exception) -> None:
        if isinstance(error, Cancelled):
            time.sleep(_CANCELLATION_SETTLES)
        send_error(self._sender, error)
        self._metrics.count('cancelled' if isinstance(error, Cancelled) else 'failed', self._sent)
