from transledger.apertium.pairs import read_pair_table

from .model_config import Scheduling, stream_config, unary_config
from .prepared_model import PreparationError, PreparedModel

#: Of the programs and of most language pairs.
_LICENSE = 'GPL-2.0-or-later'


def apertium_models(
    modes: str, wanted: list[str], pipelines: int, rank: int, qualities: list[str], scheduling: Scheduling
) -> list[PreparedModel]:
    """
    The unary and the streaming model, for the wanted pairs or, when there are none, all that are installed.
    :raises PreparationError:
    """
    offered = read_pair_table(modes).offered
    if not offered:
        raise PreparationError(
            f'No Apertium language pair can be used in {modes}: install some, such as apertium-eng-spa, or say where '
            'the mode files are with --modes'
        )
    unknown = [pair for pair in wanted if pair not in offered]
    if unknown:
        raise PreparationError(f'Not installed in {modes}: {" ".join(unknown)}. There are: {" ".join(sorted(offered))}')
    pairs = sorted(wanted or offered)
    parameters = {
        'transledger': '1',
        'transledger_pairs': ' '.join(pairs),
        'transledger_model': 'apertium',
        'transledger_models': ' '.join(f'{pair}=apertium-{offered[pair].mode}' for pair in pairs),
        'transledger_rank': str(rank),
        'transledger_markup': '1',
        'transledger_stream': 'apertium_stream',
        'transledger_license': _LICENSE,
    }
    if qualities:
        parameters['transledger_qualities'] = ' '.join(qualities)
    own = {'modes': modes, 'pipelines': str(pipelines)}
    streaming = {'transledger_pairs': parameters['transledger_pairs'], **own}
    return [
        PreparedModel('apertium', 'apertium', unary_config('apertium', scheduling, parameters | own)),
        PreparedModel(
            'apertium_stream',
            'apertium_stream',
            stream_config('apertium_stream', scheduling, streaming),
        ),
    ]
