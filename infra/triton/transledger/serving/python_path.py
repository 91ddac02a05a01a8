import os
import sys


def add_python_path() -> None:
    """
    The interpreter in Triton's stub is an isolated one and does not read `PYTHONPATH`. What stands there comes last,
    so that it can add to what Triton runs with and never replace it (NumPy 2 would end the stub).
    """
    folders = os.environ.get('PYTHONPATH', '').split(os.pathsep)
    sys.path += [folder for folder in folders if folder not in ('', *sys.path)]
