"""The pairs that the installed mode files can translate."""

import os
import re
import shutil
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from .broken_modes import BROKEN_MODES
from .languages import PLAIN_TAGS, engine_language
from .mode import Stage, UnusableModeError, files_of, parse_mode

DEBIAN_MODES = '/usr/share/apertium/modes'


@dataclass(frozen=True)
class ApertiumPair:
    source: str
    target: str
    #: Name of the mode file: `eng-spa`.
    mode: str
    #: Regional or orthographic variant of either side, such as `BR` or `valencia`; mostly empty.
    variant: str
    stages: tuple[Stage, ...]
    #: BCP 47 tag of the target's variant, where it has one.
    tag: str = ''

    @property
    def key(self) -> str:
        return f'{self.source}-{self.target}'


@dataclass(frozen=True)
class PairTable:
    #: One for each pair of codes, by `source-target`; then those to regional variants.
    offered: dict[str, ApertiumPair]
    #: Mode files that cannot be used, with the reason.
    left_out: dict[str, str]


@lru_cache(maxsize=None)
def _is_installed(program: str, path: str) -> bool:
    return shutil.which(program, path=path) is not None


def _stages_of(modes: Path, mode: str, path: str) -> tuple[Stage, ...]:
    if mode in BROKEN_MODES:
        raise UnusableModeError(BROKEN_MODES[mode])
    stages = parse_mode((modes / f'{mode}.mode').read_text('utf-8'))
    missing = [stage.program for stage in stages if not _is_installed(stage.program, path)]
    missing += [file for file in files_of(stages) if not os.path.exists(file)]
    if missing:
        raise UnusableModeError(f'{missing[0]} is not installed')
    return stages


def _pairs_of_mode(modes: Path, mode: str, path: str) -> list[ApertiumPair]:
    sides = re.fullmatch(r'([a-z]{2,3}(?:_\w+)?)-([a-z]{2,3}(?:_\w+)?)', mode, re.ASCII)
    if sides is None:
        raise UnusableModeError('not a pair of languages')
    source = engine_language(sides[1], is_target=False)
    target = engine_language(sides[2], is_target=True)
    if not source.codes or not target.codes:
        raise UnusableModeError('a language without an ISO 639-1 code')
    stages = _stages_of(modes, mode, path)
    variant = '-'.join(filter(None, (source.variant, target.variant)))
    return [
        ApertiumPair(code, other, mode, variant, stages, '' if source.variant else target.tag)
        for code in source.codes
        for other in target.codes
        if code != other
    ]


def _variant_pairs(usable: list[ApertiumPair]) -> list[ApertiumPair]:
    """Pairs to the variants that have a tag, and to the plain language by the tag that it then has, too."""
    found: list[ApertiumPair] = []
    for pair in usable:
        if not pair.tag:
            continue
        found.append(replace(pair, target=pair.tag))
        plain = next((other for other in usable if other.key == pair.key and not other.variant), None)
        if plain is not None and pair.tag in PLAIN_TAGS:
            found.append(replace(plain, target=PLAIN_TAGS[pair.tag]))
    return found


def read_pair_table(modes: str | Path = DEBIAN_MODES, path: str | None = None) -> PairTable:
    """
    Reads the mode files of a folder; without the folder, an empty table. Of several modes for a pair the plain
    one is offered rather than a variant, and then the shorter name, so that the choice never depends on the order
    of a folder.
    """
    search = os.environ.get('PATH', os.defpath) if path is None else path
    folder = Path(modes)
    usable: list[ApertiumPair] = []
    left_out: dict[str, str] = {}
    for mode in sorted(file.stem for file in folder.glob('*.mode')):
        try:
            usable += _pairs_of_mode(folder, mode, search)
        except UnusableModeError as error:
            left_out[mode] = str(error)
    offered: dict[str, ApertiumPair] = {}
    usable.sort(key=lambda each: (each.variant != '', len(each.mode), each.mode))
    for pair in usable + _variant_pairs(usable):
        offered.setdefault(pair.key, pair)
    return PairTable(offered, left_out)
