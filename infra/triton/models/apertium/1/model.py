"""Sends texts through Apertium's pipelines, one or a batch of them a request."""

import asyncio
from typing import Any

from transledger.serving.pipeline_requests import PipelineText, outputs_response, texts_of
from transledger.serving.pipeline_service import PipelineService, size_of
from transledger.serving.responses import Cancelled, send_error, send_last


class TritonPythonModel:
    """
    Requests are answered one by one, as they are done: the next batch comes in while the pipelines still work on
    this one, and a mode that is slow or hangs delays only itself.
    """

    def initialize(self, args: dict[str, Any]) -> None:
        self._service = PipelineService(args)

    def execute(self, requests: list[Any]) -> None:
        for request in requests:
            sender = request.get_response_sender()
            try:
                texts = texts_of(request)
                self._service.check(texts)
                if sender.is_cancelled():
                    raise Cancelled
            except Exception as error:
                send_error(sender, error)
                continue
            size = size_of(texts)
            self._service.admission.take(size)
            self._service.loop.run(self._answer(texts, sender, size))

    def finalize(self) -> None:
        self._service.close()
        self._service.stop()

    async def _answer(self, texts: list[PipelineText], sender: Any, size: int) -> None:
        with self._service.admission.returning(size):
            try:
                outputs = await asyncio.gather(*map(self._service.run, texts))
            except Exception as error:
                send_error(sender, error)
            else:
                send_last(sender, outputs_response(list(outputs), (len(texts), 1)))
