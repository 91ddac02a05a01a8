from transledger.apertium.modes import is_recursive, runnable_modes

from .model_config import Scheduling, pipeline_config, pipeline_stream_config
from .prepared_model import PreparationError, PreparedModel

#: Licence of the programs and of most language pairs.
_LICENSE = 'GPL-2.0-or-later'


def apertium_models(
    folder: str, wanted: list[str], pipelines: int, rank: int, qualities: list[str], scheduling: Scheduling
) -> list[PreparedModel]:
    """
    Prepares the unary and the streaming model, for the wanted modes or, when there are none, all installed ones.
    :raises PreparationError:
    """
    runnable = runnable_modes(folder)
    if not runnable:
        raise PreparationError(
            f'No mode of Apertium can be run from {folder}: install some, such as apertium-eng-spa, or say where the '
            'mode files are with --modes'
        )
    unknown = [mode for mode in wanted if mode not in runnable]
    if unknown:
        raise PreparationError(f'Not installed in {folder}: {" ".join(unknown)}. There are: {" ".join(runnable)}')
    names = sorted(wanted or runnable)
    recursive = [name for name in names if is_recursive(runnable[name])]
    own = {'transledger_modes': ' '.join(names), 'modes': folder, 'pipelines': str(pipelines)}
    parameters = {
        'transledger': 'apertium-pipeline/1',
        'transledger_recursive_modes': ' '.join(recursive),
        'transledger_rank': str(rank),
        'transledger_stream': 'apertium_stream',
        'transledger_license': _LICENSE,
    }
    if qualities:
        parameters['transledger_qualities'] = ' '.join(qualities)
    return [
        PreparedModel('apertium', 'apertium', pipeline_config('apertium', scheduling, parameters | own)),
        PreparedModel('apertium_stream', 'apertium_stream', pipeline_stream_config('apertium_stream', scheduling, own)),
    ]
