"""Reads the installed modes, each as the processes that run it."""

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

DEBIAN_MODES = '/usr/share/apertium/modes'

#: Names of stages that take `-z`, or flush at a NUL by themselves.
_program = re.compile('apertium-[a-z-]+|[a-z]+-proc')

#: Modes whose source is English.
_from_english = re.compile('eng?-.*')

#: Modes from English to languages that write no words together.
_writes_words_apart = re.compile('eng?-(cat|gl|spa)(_.*)?')

#: Stage that generation follows, in a mode that translates.
_DETACH_BLANKS = 'apertium-wblank-detach'


@dataclass(frozen=True)
class Stage:
    """One process of a pipeline: no shell ever reads it."""

    program: str
    arguments: tuple[str, ...] = ()

    @property
    def is_runnable(self) -> bool:
        is_known = self in (_OPEN_COMPOUNDS, _SEPARATE_WORDS) or _program.fullmatch(self.program) is not None
        files = (argument for argument in self.arguments if argument.startswith('/'))
        return is_known and _is_installed(self.program) and all(map(os.path.exists, files))


#: Sets a blank at both sides of a hyphen behind the analyser of English, as the embedded engine does.
_OPEN_COMPOUNDS = Stage('stdbuf', ('-o0', 'sed', '-z', r's/\^-\/-<guio>\$\^/[h]^-\/-<guio>$[h]^/g'))

_LEFT_WORD = r'\^\*[^<$^]*[[:alpha:]][^<$^]*\$|<(n|np|adj|adv|prn|pr|vb[a-z]*)>[^$^]*\$'
_RIGHT_WORD = r'(\[\[[^]]*\]\])?\^[^*<$^][^<$^]*<(adj|adv|det|n|np|pr|prn|vb[a-z]*)>'
_SEPARATE = rf's/({_LEFT_WORD})({_RIGHT_WORD})/\1 \3/g'

#: Sets a space between two words that have none before the generator, as the embedded engine does.
_SEPARATE_WORDS = Stage('stdbuf', ('-o0', 'sed', '-z', '-E', f'{_SEPARATE};{_SEPARATE}'))


def stage_environment() -> dict[str, str]:
    """
    Returns the environment of the stages, without any of our settings or secrets, and without the libraries that
    Triton brings along; lttoolbox reads UTF-8 only under a UTF-8 locale.
    """
    return {'PATH': os.environ.get('PATH', os.defpath), 'LC_ALL': 'C.UTF-8'}


@lru_cache(maxsize=None)
def _is_installed(program: str) -> bool:
    return shutil.which(program) is not None


def _stage_of(command: str) -> Stage:
    """`$1` asks the generator to mark words that it does not know; `$2`, the display of ambiguity, is never wanted."""
    program, *arguments = shlex.split(command) or ['']
    return Stage(program, tuple('-g' if each == '$1' else each for each in arguments if each != '$2'))


def _stages_of(file: Path) -> tuple[Stage, ...]:
    """Sets stages up by Apertium's tool with null flush and word-bound blanks; none for a mode that cannot run."""
    command = ['apertium-wblank-mode', '-z', str(file)]
    result = subprocess.run(command, capture_output=True, text=True, env=stage_environment(), check=False)
    try:
        stages = tuple(map(_stage_of, result.stdout.split('|')))
    except ValueError:  # a quote is not closed
        return ()
    if _from_english.fullmatch(file.stem):
        stages = (*stages[:1], _OPEN_COMPOUNDS, *stages[1:])
    programs = [stage.program for stage in stages]
    if _writes_words_apart.fullmatch(file.stem) and _DETACH_BLANKS in programs:
        at = programs.index(_DETACH_BLANKS)
        stages = (*stages[:at], _SEPARATE_WORDS, *stages[at:])
    return stages if programs.count(_DETACH_BLANKS) == 1 and all(stage.is_runnable for stage in stages) else ()


def runnable_modes(folder: str | Path, wanted: Iterable[str] = ()) -> dict[str, tuple[Stage, ...]]:
    """Reads the modes of a folder by name, the wanted or all; none without the folder or Apertium's programs."""
    if not _is_installed('apertium-wblank-mode'):
        return {}
    names = set(wanted)
    files = sorted(file for file in Path(folder).glob('*.mode') if not names or file.stem in names)
    modes = {file.stem: _stages_of(file) for file in files}
    return {name: stages for name, stages in modes.items() if stages}


def is_recursive(stages: tuple[Stage, ...]) -> bool:
    """Whether the mode's transfer parses all of a text at once."""
    return any(stage.program == 'rtx-proc' for stage in stages)
