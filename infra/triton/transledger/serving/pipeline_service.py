"""Code that the unary and the streaming Apertium model share."""

from typing import Any

import triton_python_backend_utils as pb_utils

from ..apertium.modes import DEBIAN_MODES, Stage, runnable_modes
from ..apertium.pipeline import PipelineLimits, UntranslatableTextError
from ..apertium.pool import PipelinePool
from ..contract import InvalidRequestError, quoted
from .admission import Admission
from .event_loop import EventLoop
from .parameters import Parameters
from .pipeline_requests import PipelineText

#: Characters in flight, about 0.6 s of work for two processors; each text counts for some more.
_CHARACTERS_IN_FLIGHT = 100_000
_CHARACTERS_A_TEXT = 200


def size_of(texts: list[PipelineText]) -> int:
    return sum(len(text.text) + _CHARACTERS_A_TEXT for text in texts)


class PipelineService:
    """The pipelines of one instance, in an event loop of their own."""

    def __init__(self, args: dict[str, Any]) -> None:
        """:raises ValueError: when no mode of `config.pbtxt` is installed here"""
        parameters = Parameters(args['model_config'])
        self._modes = _modes_of(args['model_name'], parameters)
        self._pool = PipelinePool(parameters.number('pipelines', 6), PipelineLimits())
        self.admission = Admission(parameters.number('characters_in_flight', _CHARACTERS_IN_FLIGHT))
        self.loop = EventLoop()

    def check(self, texts: list[PipelineText]) -> None:
        """:raises InvalidRequestError:"""
        for text in texts:
            if text.mode not in self._modes:
                raise InvalidRequestError(f'This model does not run the mode {quoted(text.mode)}')

    async def run(self, text: PipelineText) -> str | None:
        """
        Returns the output of the pipeline; none when no pipeline survives the text.
        :raises UnavailableError:
        """
        try:
            return await self._pool.get(text.mode, self._modes[text.mode]).run(text.text)
        except UntranslatableTextError:
            return None

    def close(self) -> None:
        self.loop.run(self._pool.close()).result()
        self.admission.wait_until_empty(5)

    def stop(self) -> None:
        """Stops the event loop, after the last sending has ended."""
        self.loop.stop()


def _modes_of(model: str, parameters: Parameters) -> dict[str, tuple[Stage, ...]]:
    folder = parameters.text('modes', DEBIAN_MODES)
    wanted = parameters.words('transledger_modes')
    runnable = runnable_modes(folder, wanted)
    missing = [name for name in wanted if name not in runnable]
    if len(missing) == len(wanted):
        raise ValueError(f'None of the modes in config.pbtxt is installed in {folder}')
    if missing:
        names = ' '.join(missing)
        pb_utils.Logger.log_warn(f'{model}: not installed in {folder}, prepare the model again: {names}')
    return runnable
