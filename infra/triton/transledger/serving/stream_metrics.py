import threading

import triton_python_backend_utils as pb_utils


class StreamMetrics:
    """
    Counters on Triton's metrics page: this Triton counts a stream that was cancelled as a success, and responses not
    at all. Each count is a message to the server, so it is made once a stream.
    """

    def __init__(self, model: str) -> None:
        self._streams = pb_utils.MetricFamily(
            name='transledger_streams_total',
            description='Streams that have ended, by how',
            kind=pb_utils.MetricFamily.COUNTER,
        )
        self._tokens = pb_utils.MetricFamily(
            name='transledger_stream_tokens_total',
            description='Responses with text that streams have sent',
            kind=pb_utils.MetricFamily.COUNTER,
        )
        self._outcomes = {
            outcome: self._streams.Metric(labels={'model': model, 'outcome': outcome})
            for outcome in ('complete', 'cancelled', 'failed')
        }
        self._sent = self._tokens.Metric(labels={'model': model})
        self._counting = threading.Lock()

    def count(self, outcome: str, tokens: int) -> None:
        with self._counting:
            self._outcomes[outcome].increment(1)
            self._sent.increment(tokens)
