"""Apertium's translations, a text or a batch of them a request."""

import asyncio
from typing import Any

from transledger.contract import Query
from transledger.serving.admission import Admission
from transledger.serving.apertium_service import in_flight_of, size_of, start_engine
from transledger.serving.requests import Cancelled, queries_of, send_error, send_translations


class TritonPythonModel:
    """
    Requests are answered one by one, as they are done: the next batch comes in while the pipelines still work on
    this one, and a pair that is slow or hangs holds nobody up but itself.
    """

    def initialize(self, args: dict[str, Any]) -> None:
        self._loop, self._engine = start_engine(args)
        self._admission = Admission(in_flight_of(args))

    def execute(self, requests: list[Any]) -> None:
        for request in requests:
            sender = request.get_response_sender()
            try:
                queries = queries_of(request)
                if sender.is_cancelled():
                    raise Cancelled
            except Exception as error:
                send_error(sender, error)
                continue
            size = size_of(queries)
            self._admission.take(size)
            self._loop.run(self._answer(queries, sender, size))

    def finalize(self) -> None:
        self._loop.run(self._engine.close()).result()
        self._admission.wait_until_empty(5)
        self._loop.stop()

    async def _answer(self, queries: list[Query], sender: Any, size: int) -> None:
        with self._admission.returning(size):
            try:
                translations = await asyncio.gather(*map(self._engine.translate, queries))
            except Exception as error:
                send_error(sender, error)
            else:
                send_translations(sender, list(translations))
