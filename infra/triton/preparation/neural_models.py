from dataclasses import dataclass, replace
from pathlib import Path

from transledger.contract import QUALITIES
from transledger.neural.license_gate import LicenseError, check_license
from transledger.neural.manifest import Manifest, ManifestError, read_manifest

from .model_config import Scheduling, stream_config, unary_config
from .prepared_model import PreparationError, PreparedModel


@dataclass(frozen=True)
class NeuralSettings:
    compute_type: str
    inter_threads: int
    intra_threads: int
    batch_tokens: int
    #: Maximum of streams decoded at once.
    streams: int
    #: Names of the models that may be used whatever their licence says.
    allowed: set[str]


@dataclass(frozen=True)
class Weights:
    folder: Path
    #: Path of the same folder on the server.
    at_server: str


def _qualities_by_beam_size(manifest: Manifest) -> dict[int, list[str]]:
    by_size: dict[int, list[str]] = {}
    for quality in QUALITIES:
        if quality in manifest.beam_sizes:
            by_size.setdefault(manifest.beam_sizes[quality], []).append(quality)
    return by_size


def _contract_parameters(manifest: Manifest, qualities: list[str], stream: str) -> dict[str, str]:
    parameters = {'transledger': '1'}
    if manifest.pairs:
        parameters['transledger_pairs'] = ' '.join(manifest.pairs)
    else:
        parameters['transledger_languages'] = ' '.join(sorted(manifest.languages))
    if len(qualities) < len(QUALITIES):
        parameters['transledger_qualities'] = ' '.join(qualities)
    parameters |= {'transledger_model': manifest.name, 'transledger_rank': str(manifest.rank)}
    if manifest.formality:
        parameters['transledger_formality'] = ' '.join(sorted(manifest.formality))
    if manifest.domains:
        parameters['transledger_domains'] = '1'
    return parameters | {'transledger_stream': stream, 'transledger_license': manifest.license}


def neural_models(weights: Weights, settings: NeuralSettings, scheduling: Scheduling) -> list[PreparedModel]:
    """
    Prepares a unary model for each beam size, named after the manifest, and the streaming model.
    :raises PreparationError:
    """
    try:
        manifest = read_manifest(weights.folder)
        check_license(manifest.name, manifest.license, settings.allowed)
    except (ManifestError, LicenseError) as error:
        raise PreparationError(str(error)) from None
    own = {
        'weights': weights.at_server,
        'compute_type': settings.compute_type,
        'intra_threads': str(settings.intra_threads),
        'batch_tokens': str(settings.batch_tokens),
    }
    if manifest.name in settings.allowed:
        own['allow_noncommercial'] = manifest.name
    stream = f'{manifest.name}_stream'
    by_size = _qualities_by_beam_size(manifest)
    models = []
    for beam_size, qualities in by_size.items():
        name = manifest.name if len(by_size) == 1 else f'{manifest.name}_{qualities[0]}'
        parameters = _contract_parameters(manifest, qualities, stream) | own
        parameters |= {'beam_size': str(beam_size), 'inter_threads': str(settings.inter_threads)}
        models.append(PreparedModel(name, 'neural', unary_config(name, scheduling, parameters)))
    streaming = own | {'inter_threads': str(settings.streams)}
    unlimited = replace(scheduling, resources={})
    models.append(PreparedModel(stream, 'neural_stream', stream_config(stream, unlimited, streaming)))
    return models
