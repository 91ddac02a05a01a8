import os
import sys


def add_python_path() -> None:
    """
    Adds `PYTHONPATH`, which the isolated interpreter in Triton's stub does not read. Its folders come last, so that
    they can add to the modules that Triton runs with and never replace them (NumPy 2 would end the stub).
    """
    folders = os.environ.get('PYTHONPATH', '').split(os.pathsep)
    sys.path += [folder for folder in folders if folder not in ('', *sys.path)]
