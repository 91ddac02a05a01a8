"""Sends all texts of a request through Apertium's pipelines at once; each output is a response in its turn."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from transledger.serving.pipeline_requests import PipelineText, outputs_response, streamed_texts_of
from transledger.serving.pipeline_service import PipelineService, size_of
from transledger.serving.stream_metrics import StreamMetrics
from transledger.serving.stream_sender import StreamSender

_STREAMS_SENT_AT_ONCE = 32

#: Seconds between two checks whether a stream that waits for its pipeline was cancelled.
_CANCEL_INTERVAL = 0.1


class TritonPythonModel:
    def initialize(self, args: dict[str, Any]) -> None:
        self._service = PipelineService(args)
        self._senders = ThreadPoolExecutor(_STREAMS_SENT_AT_ONCE, 'sender')
        self._metrics = StreamMetrics(args['model_name'])

    def execute(self, requests: list[Any]) -> None:
        for request in requests:
            sender = StreamSender(request.get_response_sender(), self._metrics)
            try:
                texts = streamed_texts_of(request)
                self._service.check(texts)
            except Exception as error:
                sender.fail(error)
                continue
            size = size_of(texts)
            self._service.admission.take(size)
            self._service.loop.run(self._answer(texts, sender, size))

    def finalize(self) -> None:
        self._service.close()
        self._senders.shutdown()
        self._service.stop()

    async def _answer(self, texts: list[PipelineText], sender: StreamSender, size: int) -> None:
        with self._service.admission.returning(size):
            runs = [asyncio.ensure_future(self._service.run(text)) for text in texts]
            try:
                for run in runs:
                    output = await self._unless_cancelled(run, sender)
                    await self._in_thread(sender.send, outputs_response([output], (1,)))
                await self._in_thread(sender.end)
            except Exception as error:
                await self._in_thread(sender.fail, error)
            finally:
                for run in runs:
                    run.cancel()
                await asyncio.gather(*runs, return_exceptions=True)

    async def _unless_cancelled(self, run: asyncio.Future[str | None], sender: StreamSender) -> str | None:
        while not (await asyncio.wait({run}, timeout=_CANCEL_INTERVAL))[0]:
            await self._in_thread(sender.check)
        return run.result()

    async def _in_thread(self, send: Callable[..., None], *arguments: Any) -> None:
        await asyncio.get_running_loop().run_in_executor(self._senders, send, *arguments)
