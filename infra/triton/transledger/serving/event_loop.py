import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any


class EventLoop:
    """An event loop in a thread of its own, beside Triton's thread that calls `execute`."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name='event-loop', daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, Any]) -> Future[Any]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
