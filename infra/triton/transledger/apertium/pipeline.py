"""The queue of one mode and the chain of processes that works it off."""

import asyncio
import time
from collections import deque
from dataclasses import dataclass
from typing import Literal, Protocol

from ..contract import UnavailableError
from .chain import StageChain
from .modes import Stage
from .process_memory import resident_bytes


@dataclass(frozen=True)
class PipelineLimits:
    """Limits of a pipeline; times are in seconds."""

    #: Seconds that the oldest text in flight may take.
    timeout: float = 10
    #: Maximum of texts in the processes at the same time; more than 16 gain little (1,253/s against 1,489/s at 64).
    in_flight: int = 32
    characters_in_flight: int = 65_536
    #: Seconds without work after which a chain is closed.
    idle: float = 300
    #: Texts after which a chain is replaced, as its stages only ever grow.
    texts: int = 50_000
    #: Resident memory of all stages together at which a chain is replaced; at twice as much it is killed.
    resident_bytes: int = 1_024**3
    watch_interval: float = 0.5
    #: Seconds that a chain with work may go on when another pipeline waits for its place; starting one takes 0.1–0.3.
    turn: float = 2


_MOST_START_FAILURES = 3
_START_FAILURE_PAUSE = 10


class UntranslatableTextError(Exception):
    """The chain died, hung or lost count twice on this text, alone with it the second time."""


@dataclass(eq=False)
class _Job:
    text: str
    answer: asyncio.Future[str]
    #: Number of chains that have died with this text as their oldest.
    failures: int = 0
    #: The blank that ends this text in the stream and must end its answer.
    marker: str = ''


class ChainPlaces(Protocol):
    """Grants pipelines places to run their processes; there are fewer places than pipelines."""

    def request(self, pipeline: 'Pipeline') -> None:
        """Calls `pipeline.start_chain()` now or later."""

    def release(self, pipeline: 'Pipeline') -> None: ...


class Pipeline:
    """
    The queue of one mode and its chain, which starts when there is work and is replaced when it dies, hangs, loses
    count, grows or has done its share. Texts in flight go to the next one.
    """

    def __init__(self, mode: str, stages: tuple[Stage, ...], limits: PipelineLimits, places: ChainPlaces) -> None:
        self.mode = mode
        self.last_used = 0.0
        self._stages = stages
        self._limits = limits
        self._places = places
        self._queue: deque[_Job] = deque()
        self._in_flight: deque[_Job] = deque()
        self._characters = 0
        self._chain: StageChain | None = None
        self._state: Literal['stopped', 'requested', 'starting', 'running', 'retiring'] = 'stopped'
        self._sent = 0
        self._started_at = 0.0
        self._head_since = 0.0
        self._idle_since = 0.0
        self._is_asked_to_leave = False
        self._has_answered = False
        self._start_failures = 0
        self._paused_until = 0.0
        self._pause_reason = ''
        self._watch: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def pids(self) -> list[int]:
        return self._chain.pids if self._chain else []

    @property
    def is_idle(self) -> bool:
        return not self._in_flight and not self._queue

    async def run(self, text: str) -> str:
        """
        Sends a text in Apertium's stream format, without its final blank, through the chain.
        :raises UntranslatableTextError:
        :raises UnavailableError:
        """
        if self._is_closed:
            raise UnavailableError('The translation engine is closed')
        self.last_used = time.monotonic()
        if self.last_used < self._paused_until:
            raise UnavailableError(self._pause_reason)
        job = _Job(text, asyncio.get_running_loop().create_future())
        self._queue.append(job)
        self._pump()
        return await job.answer

    def start_chain(self) -> None:
        """Starts the processes; the places call this when there is room."""
        if self._is_closed or self._next_job() is None:
            self._stopped()
            return
        self._state = 'starting'
        self._sent = 0
        self._has_answered = False
        self._is_asked_to_leave = False
        self._started_at = self._head_since = time.monotonic()
        chain = StageChain(lambda answer: self._on_answer(chain, answer), lambda reason: self._on_end(chain, reason))
        self._chain = chain
        chain.start(self._stages)
        self._watch = asyncio.create_task(self._watch_over(chain))
        # An empty text goes first: a chain that cannot answer it has a fault of its own, not of the text.
        chain.send('[]')

    def ask_to_leave(self) -> None:
        """Gives the place up, at once when idle, else when the turn is over; the places call this when others wait."""
        self._is_asked_to_leave = True
        self._leave_if_due()

    async def close(self) -> None:
        self._is_closed = True
        jobs = [*self._in_flight, *self._queue]
        self._in_flight.clear()
        self._queue.clear()
        _fail(jobs, UnavailableError('The translation engine is closed'))
        if self._chain is not None:
            self._chain.kill()
            await self._chain.ended()

    def _leave_if_due(self) -> None:
        is_over = time.monotonic() - self._started_at > self._limits.turn
        if self._is_asked_to_leave and (self.is_idle or is_over):
            self._retire()

    def _retire(self) -> None:
        """Lets the chain finish the texts that it has and end; queued texts wait for another place."""
        if self._state == 'running' and self._chain is not None:
            self._state = 'retiring'
            self._chain.finish()

    def _next_job(self) -> _Job | None:
        while self._queue and self._queue[0].answer.done():
            self._queue.popleft()  # its caller has cancelled
        return self._queue[0] if self._queue else None

    def _pump(self) -> None:
        if self._next_job() is None:
            return
        if self._state == 'stopped':
            self._state = 'requested'
            self._places.request(self)
            return
        while self._state == 'running':
            job = self._next_job()
            if job is None or not self._has_room_for(job):
                return
            self._queue.popleft()
            self._send(job)

    def _has_room_for(self, job: _Job) -> bool:
        """A text that a chain has died on before goes alone, so that the next death is surely its own."""
        if not self._in_flight:
            return True
        if job.failures > 0 or self._in_flight[0].failures > 0:
            return False
        is_short = self._characters + len(job.text) <= self._limits.characters_in_flight
        return is_short and len(self._in_flight) < self._limits.in_flight

    def _send(self, job: _Job) -> None:
        if self._chain is None:
            return
        self._sent += 1
        job.marker = f'[u{self._sent}]'
        if not self._in_flight:
            self._head_since = time.monotonic()
        self._in_flight.append(job)
        self._characters += len(job.text)
        self._chain.send(job.text + job.marker)
        if self._sent >= self._limits.texts:
            self._retire()

    def _on_answer(self, chain: StageChain, answer: str) -> None:
        if chain is not self._chain:
            return
        self._head_since = self._idle_since = time.monotonic()
        if not self._has_answered:
            self._has_answered = True
            self._start_failures = 0
            if self._state == 'starting':
                self._state = 'running'
        elif self._in_flight:
            job = self._in_flight[0]
            text, marker, rest = answer.rpartition(job.marker)
            if not marker:
                chain.kill()
                return
            self._in_flight.popleft()
            self._characters -= len(job.text)
            if not job.answer.done():
                job.answer.set_result(text + rest)
        elif self._state != 'retiring':  # at the end of their input stages write NULs of their own
            chain.kill()
            return
        self._pump()
        self._leave_if_due()

    def _on_end(self, chain: StageChain, reason: str) -> None:
        if chain is not self._chain:
            return
        unanswered = list(self._in_flight)
        self._in_flight.clear()
        self._characters = 0
        if not self._has_answered:
            self._on_failed_start(reason)
        if unanswered:
            # Stages pass on all output before they end, so the oldest unanswered text ended them.
            unanswered[0].failures += 1
            if unanswered[0].failures > 1:
                error = UntranslatableTextError(f'The {self.mode} pipeline failed twice on a text: {reason}')
                _fail([unanswered.pop(0)], error)
        self._queue.extendleft(reversed(unanswered))
        self._stopped()
        if not self._is_closed:
            self._pump()

    def _on_failed_start(self, reason: str) -> None:
        self._start_failures += 1
        if self._start_failures < _MOST_START_FAILURES:
            return
        self._pause_reason = f'The {self.mode} pipeline does not start: {reason}'
        self._paused_until = time.monotonic() + _START_FAILURE_PAUSE
        self._start_failures = 0
        jobs = list(self._queue)
        self._queue.clear()
        _fail(jobs, UnavailableError(self._pause_reason))

    def _stopped(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
        self._chain = None
        self._state = 'stopped'
        self._places.release(self)

    async def _watch_over(self, chain: StageChain) -> None:
        limits = self._limits
        while True:
            await asyncio.sleep(limits.watch_interval)
            now = time.monotonic()
            is_waiting = bool(self._in_flight) or self._state != 'running'
            size = resident_bytes(chain.pids)
            if (is_waiting and now - self._head_since > limits.timeout) or size > 2 * limits.resident_bytes:
                chain.kill()
            elif (not is_waiting and now - self._idle_since > limits.idle) or size > limits.resident_bytes:
                self._retire()
            else:
                self._leave_if_due()


def _fail(jobs: list[_Job], error: Exception) -> None:
    for job in jobs:
        if not job.answer.done():
            job.answer.set_exception(error)
