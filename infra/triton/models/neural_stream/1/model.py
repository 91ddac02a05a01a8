"""Streams translations of a CTranslate2 model as it decodes them, greedily."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

from transledger.contract import Query
from transledger.serving.admission import Admission
from transledger.serving.neural_service import device_of, load_engine
from transledger.serving.requests import queries_of, token_response
from transledger.serving.stream_metrics import StreamMetrics
from transledger.serving.stream_sender import StreamSender


class TritonPythonModel:
    def initialize(self, args: dict[str, Any]) -> None:
        self._engine = load_engine(args)
        # No more streams than the model works on: one that waits here could not be cancelled, unlike in Triton's queue.
        streams = device_of(args).inter_threads
        self._admission = Admission(streams)
        self._workers = ThreadPoolExecutor(streams, 'stream')
        self._metrics = StreamMetrics(args['model_name'])

    def execute(self, requests: list[Any]) -> None:
        for request in requests:
            tokens = StreamSender(request.get_response_sender(), self._metrics)
            try:
                (query,) = queries_of(request)
                self._engine.check(query)
            except Exception as error:
                tokens.fail(error)
                continue
            self._admission.take(1)
            self._workers.submit(self._answer, query, tokens)

    def finalize(self) -> None:
        self._workers.shutdown()

    def _answer(self, query: Query, tokens: StreamSender) -> None:
        with self._admission.returning(1):
            try:
                self._stream(query, tokens)
            except Exception as error:
                tokens.fail(error)

    def _stream(self, query: Query, tokens: StreamSender) -> None:
        with closing(self._engine.stream(query)) as texts:
            for text in texts:
                if isinstance(text, float):
                    tokens.end(token_response('', text))
                elif text:
                    tokens.send(token_response(text))
