"""Texts through Apertium, in one event loop."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from ..contract import Query, Translation, unsupported_pair
from ..segments.lone_tags import protect_lone_tags
from ..segments.markup import parse_markup, write_markup
from ..segments.part import Part, Segment, text_part
from ..segments.runs import SegmentRuns, split_runs
from ..segments.tag_placement import place_tags
from .atoms import atoms_of
from .pairs import ApertiumPair
from .pipeline import Pipeline, PipelineLimits
from .pool import PipelinePool
from .serbian_script import serbian_in_latin
from .unit_translation import TranslatedUnit, translate_unit
from .units import Unit, unit_sizes, units_of


@dataclass(frozen=True)
class _Prepared:
    source: SegmentRuns
    lone_tags: dict[Part, Part]
    units: list[Unit]
    pipeline: Pipeline

    def write(self, units: list[TranslatedUnit]) -> str:
        placed = place_tags(self.source, [piece for unit in units for piece in unit.pieces])
        return write_markup([self.lone_tags.get(part, part) for part in placed])


def _known_share(units: list[TranslatedUnit]) -> float:
    words = sum(unit.words for unit in units)
    return 1.0 if words == 0 else 1 - sum(unit.unknown_words for unit in units) / words


def _readable(segment: Segment, source: str) -> Segment:
    if source != 'sr':
        return segment
    return [text_part(serbian_in_latin(part.text)) if part.kind == 'text' else part for part in segment]


class ApertiumEngine:
    def __init__(
        self, pairs: dict[str, ApertiumPair], most_chains: int = 6, limits: PipelineLimits = PipelineLimits()
    ) -> None:
        self._pairs = pairs
        self._pool = PipelinePool(most_chains, limits)

    @property
    def pids(self) -> list[int]:
        """Of all running stages."""
        return self._pool.pids

    async def translate(self, query: Query) -> Translation:
        """
        :raises InvalidRequestError:
        :raises UnavailableError:
        """
        prepared = self._prepare(query)
        units = await asyncio.gather(
            *(translate_unit(unit, prepared.pipeline, query.target) for unit in prepared.units)
        )
        return Translation(prepared.write(list(units)), _known_share(list(units)))

    async def stream(self, query: Query) -> AsyncIterator[str | float]:
        """
        The texts that make up the translation as they come, every unit under way from the start; at last the
        confidence. A text with tags comes when it is whole: where they go depends on all of it.
        """
        prepared = self._prepare(query)
        pending = [
            asyncio.create_task(translate_unit(unit, prepared.pipeline, query.target)) for unit in prepared.units
        ]
        units: list[TranslatedUnit] = []
        try:
            for task in pending:
                units.append(await task)
                if not prepared.source.root.children:
                    yield prepared.write(units[-1:])
            if prepared.source.root.children:
                yield prepared.write(units)
            yield _known_share(units)
        finally:
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)

    async def close(self) -> None:
        await self._pool.close()

    def _prepare(self, query: Query) -> _Prepared:
        pair = self._pairs.get(f'{query.source}-{query.target}')
        if pair is None:
            raise unsupported_pair(query.source, query.target)
        segment, lone_tags = protect_lone_tags(_readable(parse_markup(query.text), query.source))
        source = split_runs(segment)
        units = units_of(atoms_of(source), unit_sizes(pair.stages))
        return _Prepared(source, lone_tags, units, self._pool.get(pair.mode, pair.stages))
