"""Apertium's translations as they come, a word a response."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import Any

from transledger.contract import Query
from transledger.serving.admission import Admission
from transledger.serving.apertium_service import in_flight_of, size_of, start_engine
from transledger.serving.requests import queries_of
from transledger.serving.stream_metrics import StreamMetrics
from transledger.serving.token_sender import TokenSender

_STREAMS_SENT_AT_ONCE = 32

#: How often it is looked whether a stream was cancelled that waits for its pipeline, in seconds.
_CANCEL_INTERVAL = 0.1


class TritonPythonModel:
    def initialize(self, args: dict[str, Any]) -> None:
        self._loop, self._engine = start_engine(args)
        self._admission = Admission(in_flight_of(args))
        self._senders = ThreadPoolExecutor(_STREAMS_SENT_AT_ONCE, 'sender')
        self._metrics = StreamMetrics(args['model_name'])

    def execute(self, requests: list[Any]) -> None:
        for request in requests:
            tokens = TokenSender(request.get_response_sender(), self._metrics)
            try:
                (query,) = queries_of(request)
            except Exception as error:
                tokens.fail(error)
                continue
            size = size_of([query])
            self._admission.take(size)
            self._loop.run(self._answer(query, tokens, size))

    def finalize(self) -> None:
        self._loop.run(self._engine.close()).result()
        self._admission.wait_until_empty(5)
        self._senders.shutdown()
        self._loop.stop()

    async def _answer(self, query: Query, tokens: TokenSender, size: int) -> None:
        run = asyncio.get_running_loop().run_in_executor
        with self._admission.returning(size):
            try:
                await self._stream(query, tokens)
            except Exception as error:
                await run(self._senders, tokens.fail, error)

    async def _stream(self, query: Query, tokens: TokenSender) -> None:
        run = asyncio.get_running_loop().run_in_executor
        async with aclosing(self._engine.stream(query)) as texts:
            while True:
                text = await self._next(texts, tokens)
                if isinstance(text, float):
                    await run(self._senders, tokens.end, text)
                    return
                await run(self._senders, tokens.send_text, text)

    async def _next(self, texts: AsyncIterator[str | float], tokens: TokenSender) -> str | float:
        run = asyncio.get_running_loop().run_in_executor
        waiting = asyncio.ensure_future(anext(texts))
        try:
            while not (await asyncio.wait({waiting}, timeout=_CANCEL_INTERVAL))[0]:
                await run(self._senders, tokens.check)
            return waiting.result()
        finally:
            waiting.cancel()
            await asyncio.wait({waiting})
