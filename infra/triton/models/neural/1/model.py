"""Translates with a CTranslate2 model, a text or a batch of them a request."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from transledger.contract import Query, Translation
from transledger.serving.admission import Admission
from transledger.serving.neural_service import device_of, is_rate_limited, load_engine
from transledger.serving.parameters import Parameters
from transledger.serving.requests import queries_of, send_translations
from transledger.serving.responses import Cancelled, send_error


@dataclass
class _Task:
    sender: Any
    queries: list[Query]
    #: Translations by the index of the query.
    done: dict[int, Translation] = field(default_factory=dict)
    error: Exception | None = None

    def answer(self) -> None:
        if self.error is not None:
            send_error(self.sender, self.error)
        else:
            send_translations(self.sender, [self.done[index] for index in range(len(self.queries))])


class TritonPythonModel:
    """
    While the model works on one batch, the next is taken in and tokenized; requests that arrive meanwhile wait in
    Triton's queue and so make a larger batch.
    """

    def initialize(self, args: dict[str, Any]) -> None:
        self._engine = load_engine(args)
        self._beam_size = Parameters(args['model_config']).number('beam_size', 2)
        self._is_rate_limited = is_rate_limited(args)
        batches = device_of(args).inter_threads + 1
        self._admission = Admission(batches)
        self._workers = ThreadPoolExecutor(batches, 'batch')

    def execute(self, requests: list[Any]) -> None:
        tasks = [task for task in map(self._accept, requests) if task is not None]
        if tasks:
            self._admission.take(1)
            work = self._workers.submit(self._work, tasks)
            if self._is_rate_limited:
                work.result()

    def finalize(self) -> None:
        self._workers.shutdown()

    def _accept(self, request: Any) -> _Task | None:
        sender = request.get_response_sender()
        try:
            queries = queries_of(request)
            for query in queries:
                self._engine.check(query)
            if sender.is_cancelled():
                raise Cancelled
        except Exception as error:
            send_error(sender, error)
            return None
        return _Task(sender, queries)

    def _work(self, tasks: list[_Task]) -> None:
        with self._admission.returning(1):
            by_pair: dict[tuple[str, str], list[tuple[_Task, int]]] = {}
            for task in tasks:
                for index, query in enumerate(task.queries):
                    by_pair.setdefault((query.source, query.target), []).append((task, index))
            for places in by_pair.values():
                self._translate(places)
        for task in tasks:
            task.answer()

    def _translate(self, places: list[tuple[_Task, int]]) -> None:
        try:
            queries = [task.queries[index] for task, index in places]
            translations = self._engine.translate(queries, self._beam_size)
        except Exception as error:
            for task, _ in places:
                task.error = error
            return
        for (task, index), translation in zip(places, translations, strict=True):
            task.done[index] = translation
