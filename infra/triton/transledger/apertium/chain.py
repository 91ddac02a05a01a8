"""The processes of a mode, each reading the other's output directly: this process touches only the two ends."""

import asyncio
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import IO

from .modes import Stage, stage_environment


class StageChain(asyncio.Protocol):
    """
    The processes of a mode. When this process dies, by whatever signal, the stages end by themselves, each at the end
    of its input. `on_answer` gets each output up to a NUL: the nth answers the nth text that went in.
    `on_end` is called once, after the last answer, with the reason.
    """

    def __init__(self, on_answer: Callable[[str], None], on_end: Callable[[str], None]) -> None:
        self._on_answer = on_answer
        self._on_end = on_end
        self._processes: list[subprocess.Popen[bytes]] = []
        self._input: asyncio.WriteTransport | None = None
        self._unsent: list[bytes] = []
        self._is_finished = False
        self._pending = b''
        self._failure = ''
        self._is_killed = False
        self._task: asyncio.Task[None] | None = None
        self._output_ended = asyncio.Event()

    def start(self, stages: tuple[Stage, ...]) -> None:
        self._task = asyncio.create_task(self._run(stages))

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self._processes]

    def send(self, text: str) -> None:
        """Sends a text without NUL. It never blocks: the caller bounds how much is in flight."""
        data = text.encode() + b'\0'
        if self._input is None:
            self._unsent.append(data)
        elif not self._input.is_closing():
            self._input.write(data)

    def finish(self) -> None:
        """Closes the input: stages answer the texts that they have and end one after the other."""
        self._is_finished = True
        if self._input is not None:
            self._input.close()

    def kill(self) -> None:
        self._is_killed = True
        for process in self._processes:
            if process.poll() is None:
                process.kill()

    async def ended(self) -> None:
        """Waits until all processes of the chain have ended."""
        if self._task is not None:
            await self._task

    def data_received(self, data: bytes) -> None:
        *answers, self._pending = (self._pending + data).split(b'\0')
        for answer in answers:
            self._on_answer(answer.decode('utf-8', 'replace'))

    def connection_lost(self, exc: Exception | None) -> None:
        self._output_ended.set()

    def _spawn(self, stages: tuple[Stage, ...]) -> None:
        output: int = subprocess.PIPE
        for stage in stages:
            process = subprocess.Popen(
                [stage.program, *stage.arguments],
                stdin=output,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=stage_environment(),
                cwd='/',
                # With its own group, Ctrl-C in the terminal reaches only the server, which then unloads its models.
                start_new_session=True,
            )
            if self._processes:
                # Our copy of the pipe must be closed, or the stage before would never notice that its reader has died.
                _stdout_of(self._processes[-1]).close()
            self._processes.append(process)
            output = _stdout_of(process).fileno()

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: self, _stdout_of(self._processes[-1]))
        self._input, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, self._processes[0].stdin)
        # A text is one write, however long.
        for data in self._unsent:
            self._input.write(data)
        if self._is_finished:
            self._input.close()

    async def _run(self, stages: tuple[Stage, ...]) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(None, self._spawn, stages)
            await self._connect()
            if self._is_killed:
                self.kill()
            await self._output_ended.wait()
        except OSError as error:
            self._failure = f'{Path(error.filename or "a stage").name} did not start: {error.strerror}'
            self._close_pipes()
        if self._input is not None and not self._input.is_closing():
            self._input.abort()
        await loop.run_in_executor(None, self._reap)
        self._on_end(self._failure or 'its output ended')

    def _close_pipes(self) -> None:
        for process in self._processes:
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()

    def _reap(self) -> None:
        for process in self._processes:
            try:
                # The end of a process may be noticed after that of its output.
                status = process.wait(0.05)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                continue
            if status != 0 and not self._is_killed and not self._failure:
                self._failure = f'{Path(str(process.args[0])).name} ended with status {status}'


def _stdout_of(process: subprocess.Popen[bytes]) -> IO[bytes]:
    if process.stdout is None:
        raise ValueError('A stage writes to a pipe')
    return process.stdout
