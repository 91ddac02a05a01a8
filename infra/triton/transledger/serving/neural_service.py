"""Code that the unary and the streaming neural model share."""

import json
from pathlib import Path
from typing import Any

from ..neural.license_gate import check_license
from ..neural.manifest import Manifest, read_manifest
from .parameters import Parameters
from .python_path import add_python_path

add_python_path()

from ..neural.engine import Device, NeuralEngine  # noqa: E402


def device_of(args: dict[str, Any]) -> Device:
    parameters = Parameters(args['model_config'])
    is_gpu = args['model_instance_kind'] == 'GPU'
    return Device(
        name='cuda' if is_gpu else 'cpu',
        index=int(args['model_instance_device_id']) if is_gpu else 0,
        compute_type=parameters.text('compute_type', 'default'),
        inter_threads=parameters.number('inter_threads', 1),
        intra_threads=parameters.number('intra_threads', 0),
        batch_tokens=parameters.number('batch_tokens', 4_096),
    )


def is_rate_limited(args: dict[str, Any]) -> bool:
    """Whether instances take resources of Triton's rate limiter, which are returned as soon as `execute` returns."""
    groups = json.loads(args['model_config']).get('instance_group', [])
    return any((group.get('rate_limiter') or {}).get('resources') for group in groups)


def _licensed_manifest(parameters: Parameters) -> Manifest:
    """
    Checks the licence again: the folder is mounted, and may hold other weights than when the model was prepared.
    """
    manifest = read_manifest(Path(parameters.text('weights')))
    check_license(manifest.name, manifest.license, set(parameters.words('allow_noncommercial')))
    return manifest


def load_engine(args: dict[str, Any]) -> NeuralEngine:
    """
    Loads the engine of a model.
    :raises ManifestError:
    :raises LicenseError:
    """
    return NeuralEngine(_licensed_manifest(Parameters(args['model_config'])), device_of(args))
