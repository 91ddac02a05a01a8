#!/usr/bin/env python3
"""Prepares a model repository for Triton: see README.md."""

import argparse
import sys
from pathlib import Path

from preparation.apertium_models import apertium_models
from preparation.model_config import Scheduling
from preparation.neural_models import NeuralSettings, Weights, neural_models
from preparation.prepared_model import PreparationError, PreparedModel
from preparation.repository import write_repository
from transledger.apertium.modes import DEBIAN_MODES
from transledger.contract import QUALITIES


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f'{text!r} is no whole number')
    return int(text)


def _positive(text: str) -> int:
    number = _number(text)
    if number == 0:
        raise argparse.ArgumentTypeError('it must be at least 1')
    return number


def _weights(text: str) -> Weights:
    folder, _, at_server = text.partition('=')
    path = Path(folder).absolute()
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f'{folder} is no folder')
    return Weights(path, at_server or str(path))


def _resource(text: str) -> tuple[str, int]:
    name, _, count = text.partition('=')
    if not name:
        raise argparse.ArgumentTypeError('it must be NAME=COUNT')
    return name, _positive(count)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog='prepare.py', description='Prepares a model repository for Triton. Models that are there stay.'
    )
    parser.add_argument('--output', type=Path, required=True, metavar='DIR', help='the model repository')

    apertium = parser.add_argument_group('Apertium')
    apertium.add_argument('--apertium', nargs='*', metavar='MODE',
                          help='these modes, such as eng-spa; all that are installed here when none is given')
    apertium.add_argument('--modes', default=DEBIAN_MODES, metavar='DIR', help='mode files; %(default)s')
    apertium.add_argument('--pipelines', type=_positive, default=6, metavar='N',
                          help='modes with running processes in an instance, 150 to 250 MB each; %(default)s')
    apertium.add_argument('--rank', type=_number, default=0, metavar='N', help='transledger_rank; %(default)s')
    apertium.add_argument('--qualities', nargs='+', choices=QUALITIES, default=[], help='all when not given')

    neural = parser.add_argument_group('neural models')
    neural.add_argument('--weights', type=_weights, nargs='+', default=[], metavar='DIR[=DIR_AT_SERVER]',
                        help='folders with a transledger.json, and where the server has them when not there')
    neural.add_argument('--allow-noncommercial', action='append', default=[], metavar='NAME',
                        help='the model of this name may be used whatever its licence says')
    neural.add_argument('--gpu', action='store_true', help='on graphics processors: on each, as many as --instances')
    neural.add_argument('--compute-type', default='default', metavar='TYPE', help='such as int8_float16')
    neural.add_argument('--inter-threads', type=_positive, default=1, metavar='N', help='batches at once; %(default)s')
    neural.add_argument('--intra-threads', type=_number, default=0, metavar='N', help='threads of a batch')
    neural.add_argument('--batch-tokens', type=_positive, default=4_096, metavar='N', help='%(default)s')
    neural.add_argument('--resource', type=_resource, action='append', default=[], metavar='NAME=COUNT',
                        help='of the rate limiter, taken by each instance while it works on a batch')
    neural.add_argument('--streams', type=_positive, default=4, metavar='N', help='streams at once; %(default)s')

    scheduling = parser.add_argument_group('scheduling, of the models prepared in this run')
    scheduling.add_argument('--instances', type=_positive, default=1, metavar='N', help='%(default)s')
    scheduling.add_argument('--largest-batch', type=_positive, default=64, metavar='N', help='%(default)s')
    scheduling.add_argument('--queue-delay', type=_number, default=0, metavar='MICROSECONDS', help='%(default)s')
    scheduling.add_argument('--queue-size', type=_positive, default=1_000, metavar='N', help='%(default)s')
    scheduling.add_argument('--queue-timeout', type=_positive, default=30_000, metavar='MS', help='%(default)s')
    scheduling.add_argument('--cache', action='store_true', help="use Triton's response cache")
    return parser


def _models(options: argparse.Namespace) -> list[PreparedModel]:
    if options.apertium is None and not options.weights:
        raise PreparationError('Nothing to prepare: give --apertium, --weights or both')
    if options.apertium is None and options.qualities:
        raise PreparationError('--qualities is for --apertium; a neural model has them in its manifest')
    if (options.gpu or options.resource) and not options.weights:
        raise PreparationError('--gpu and --resource are for neural models: give --weights')
    common = {
        'instances': options.instances,
        'largest_batch': options.largest_batch,
        'queue_delay': options.queue_delay,
        'queue_size': options.queue_size,
        'queue_timeout': options.queue_timeout,
        'uses_cache': options.cache,
    }
    models: list[PreparedModel] = []
    if options.apertium is not None:
        scheduling = Scheduling(**common)
        models += apertium_models(
            options.modes, options.apertium, options.pipelines, options.rank, options.qualities, scheduling
        )
    settings = NeuralSettings(
        compute_type=options.compute_type,
        inter_threads=options.inter_threads,
        intra_threads=options.intra_threads,
        batch_tokens=options.batch_tokens,
        streams=options.streams,
        allowed=set(options.allow_noncommercial),
    )
    scheduling = Scheduling(**common, on_gpu=options.gpu, resources=dict(options.resource))
    for weights in options.weights:
        models += neural_models(weights, settings, scheduling)
    return models


def main() -> int:
    options = _parser().parse_args()
    try:
        models = _models(options)
        write_repository(options.output.absolute(), models)
    except (PreparationError, OSError) as error:
        print(f'prepare.py: {error}', file=sys.stderr)
        return 1
    print(f'{options.output}: {" ".join(model.name for model in models)}')
    return 0


if __name__ == '__main__':
    sys.dont_write_bytecode = True
    sys.exit(main())
