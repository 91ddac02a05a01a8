"""What the unary and the streaming Apertium model share."""

import sys
from typing import Any

import triton_python_backend_utils as pb_utils

from ..apertium.engine import ApertiumEngine
from ..apertium.pairs import DEBIAN_MODES, read_pair_table
from ..contract import Query
from .event_loop import EventLoop
from .parameters import Parameters

#: Tags nest in calls of a function.
sys.setrecursionlimit(20_000)

#: Characters worked on at once, about 0.6 s of work for two processors; a text counts some more for itself.
_CHARACTERS_IN_FLIGHT = 100_000
_CHARACTERS_A_TEXT = 200


def size_of(queries: list[Query]) -> int:
    return sum(len(query.text) + _CHARACTERS_A_TEXT for query in queries)


def in_flight_of(args: dict[str, Any]) -> int:
    return Parameters(args['model_config']).number('characters_in_flight', _CHARACTERS_IN_FLIGHT)


def start_engine(args: dict[str, Any]) -> tuple[EventLoop, ApertiumEngine]:
    """:raises ValueError: when no pair of `config.pbtxt` is installed here"""
    parameters = Parameters(args['model_config'])
    modes = parameters.text('modes', DEBIAN_MODES)
    installed = read_pair_table(modes).offered
    wanted = parameters.words('transledger_pairs')
    missing = [key for key in wanted if key not in installed]
    if len(missing) == len(wanted):
        raise ValueError(f'None of the pairs in config.pbtxt is installed in {modes}')
    if missing:
        names = ' '.join(missing)
        pb_utils.Logger.log_warn(f'{args["model_name"]}: not installed in {modes}, prepare the model again: {names}')
    pairs = {key: installed[key] for key in wanted if key in installed}
    return EventLoop(), ApertiumEngine(pairs, parameters.number('pipelines', 6))
