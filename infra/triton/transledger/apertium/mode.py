"""Mode files, as processes that take null flush and word-bound blanks."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Stage:
    """One process of a pipeline: no shell ever reads it."""

    program: str
    arguments: tuple[str, ...] = ()


class UnusableModeError(Exception):
    """A mode file that cannot be run, with what is wrong in its message."""


#: Each takes `-z`: flush at a NUL, and so can stay open between texts.
_NULL_FLUSHING = frozenset(
    'apertium-anaphora apertium-interchunk apertium-postchunk apertium-posttransfer apertium-pretransfer '
    'apertium-tagger apertium-transfer cg-proc hfst-proc lrx-proc lsx-proc lt-proc rtx-proc'.split()
)

#: Spread word-bound blanks over the words that they enclose, and close them again; they flush by themselves.
_ATTACH_BLANKS = Stage('apertium-wblank-attach')
_DETACH_BLANKS = Stage('apertium-wblank-detach')


def _is_file(argument: str) -> bool:
    return not argument.startswith(('-', '$'))


def _words(command: str) -> list[str]:
    if "'" in re.sub("'[^']*'", '', command) or re.search(r'["`\\;&<>()]', command):
        raise UnusableModeError(f'unexpected quoting in "{command.strip()}"')
    return [quoted or bare for quoted, bare in re.findall(r"'([^']*)'|(\S+)", command)]


def _substituted(arguments: list[str]) -> list[str]:
    """`$1` asks the generator to mark what it does not know; `$2`, the display of ambiguity, is never wanted."""
    return ['-g' if argument == '$1' else argument for argument in arguments if argument != '$2']


def _is_looking_up(program: str, arguments: list[str]) -> bool:
    """A transfer that looks words up by itself loses their blanks; looking up in a stage before it keeps them."""
    return (
        program == 'apertium-transfer'
        and sum(map(_is_file, arguments)) == 3
        and not any(re.match('-[bnx]', argument) for argument in arguments)
    )


def _stages_of(command: str) -> list[Stage]:
    program, *arguments = _words(command) or ['']
    if program not in _NULL_FLUSHING:
        raise UnusableModeError(f'unknown stage "{program}"')
    if _is_looking_up(program, arguments):
        rules, preprocessed, dictionary = filter(_is_file, arguments)
        return [Stage('lt-proc', ('-z', '-b', dictionary)), Stage(program, ('-z', '-b', rules, preprocessed))]
    stage = Stage(program, ('-z', *_substituted(arguments)))
    is_generator = program == 'lt-proc' and ('-g' in arguments or '$1' in arguments)
    return [_DETACH_BLANKS, stage] if is_generator else [stage]


def parse_mode(text: str) -> tuple[Stage, ...]:
    """
    The processes of a mode file, with null flush and word-bound blanks as `apertium-wblank-mode -z` sets them up.
    :raises UnusableModeError:
    """
    analyser, *rest = [_stages_of(command) for command in text.strip().split('|')]
    stages = (*analyser, _ATTACH_BLANKS, *(stage for stages in rest for stage in stages))
    if stages.count(_DETACH_BLANKS) != 1:
        raise UnusableModeError('not exactly one generator')
    return stages


def files_of(stages: tuple[Stage, ...]) -> list[str]:
    """The files that must exist for the stages to start."""
    return [argument for stage in stages for argument in stage.arguments if argument.startswith('/')]
