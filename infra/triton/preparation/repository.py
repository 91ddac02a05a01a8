"""Writes the model repository, the folder that Triton reads."""

import shutil
import tempfile
from pathlib import Path

from .model_config import MARK
from .prepared_model import PreparationError, PreparedModel

_SOURCE = Path(__file__).resolve().parent.parent


def _is_own(folder: Path) -> bool:
    config = folder / 'config.pbtxt'
    return config.is_file() and config.read_text('utf-8').startswith(MARK)


def _write_model(folder: Path, model: PreparedModel) -> None:
    ignored = shutil.ignore_patterns('__pycache__')
    shutil.copytree(_SOURCE / 'models' / model.code, folder, ignore=ignored)
    shutil.copytree(_SOURCE / 'transledger', folder / '1' / 'transledger', ignore=ignored)
    (folder / 'config.pbtxt').write_text(model.config, 'utf-8')


def write_repository(output: Path, models: list[PreparedModel]) -> None:
    """
    Writes each model whole beside the repository and then moves it there, so that a server that watches it never
    sees half of one. Models that were prepared before are replaced, and others left as they are.
    :raises PreparationError:
    """
    names = [model.name for model in models]
    for name in names:
        if names.count(name) > 1:
            raise PreparationError(f'Two models are called {name}: change the "name" in one of the manifests')
        if (output / name).exists() and not _is_own(output / name):
            raise PreparationError(f'{output / name} was not written by this program: move it away first')
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix='.preparing-', dir=output.parent) as beside:
        for model in models:
            _write_model(Path(beside, model.name), model)
            if (output / model.name).exists():
                (output / model.name).rename(Path(beside, f'{model.name}.replaced'))
            Path(beside, model.name).rename(output / model.name)
