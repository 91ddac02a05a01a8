"""Puts the tags of a source around the words of its translation."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ..characters import SPACE, is_blank
from .part import Part, Segment, text_part
from .runs import SegmentRuns, TagNode


@dataclass
class TracedPiece:
    """A piece of a translation with the run of the source that it comes from; None where that is not known."""

    part: Part
    run: int | None

    @property
    def is_white_space(self) -> bool:
        return self.part.kind == 'text' and is_blank(self.part.text)


@dataclass(frozen=True)
class _Span:
    """Pieces from `start` to before `end`."""

    start: int
    end: int


@dataclass
class _Stretch:
    start: int
    end: int
    size: int = 1


def _stretches_of(owners: list[tuple[TracedPiece, TagNode | None]], start: int) -> dict[TagNode, list[_Stretch]]:
    """Stretches of pieces that each tag could enclose, those apart only by pieces of no other tag joined."""
    stretches: dict[TagNode, list[_Stretch]] = {}
    last: TagNode | None = None
    gap = 0
    for index, (piece, owner) in enumerate(owners, start):
        if owner is None:
            gap += 0 if piece.is_white_space else 1
            continue
        known = stretches.setdefault(owner, [])
        if owner is last and gap <= known[-1].size:
            known[-1].end = index + 1
            known[-1].size += 1
        else:
            known.append(_Stretch(index, index + 1))
        last, gap = owner, 0
    return stretches


def _enclose(pieces: list[TracedPiece], span: _Span, tags: list[TagNode]) -> dict[TagNode, _Span]:
    """Where each tag with words goes: around the longest stretch of them, none overlapping another."""
    owner_of = {run: tag for tag in reversed(tags) for run in range(tag.first_run, tag.end_run)}
    owners = [(piece, owner_of.get(piece.run)) for piece in pieces[span.start : span.end]]
    enclosed: dict[TagNode, _Span] = {}
    for tag, stretches in _stretches_of(owners, span.start).items():
        longest = max(stretches, key=lambda stretch: (stretch.size, -stretch.start))
        enclosed[tag] = _Span(longest.start, longest.end)
    return enclosed


def _insertion_point(pieces: list[TracedPiece], span: _Span, tag: TagNode, parent: TagNode) -> int:
    """A tag without words goes after what stood before it, or else before what stood after it."""
    inside = range(span.start, span.end)
    for run in range(tag.first_run - 1, parent.first_run - 1, -1):
        last = next((index for index in reversed(inside) if pieces[index].run == run), None)
        if last is not None:
            return last + 1
    for run in range(tag.end_run, parent.end_run):
        first = next((index for index in inside if pieces[index].run == run), None)
        if first is not None:
            return first
    return span.end


def _place(pieces: list[TracedPiece], span: _Span, node: TagNode) -> list[tuple[_Span, TagNode]]:
    enclosed = _enclose(pieces, span, node.children)
    placed: list[tuple[_Span, TagNode]] = []
    for tag in node.children:
        around = enclosed.get(tag)
        if around is None:
            point = _insertion_point(pieces, span, tag, node)
            # Not into the middle of a neighbour: to its nearer side, as the source has it.
            for other, other_span in enclosed.items():
                if other_span.start < point < other_span.end:
                    point = other_span.end if other.first_run < tag.first_run else other_span.start
            around = _Span(point, point)
        placed.append((around, tag))
    # Stable: tags at one place stay in the order of the source.
    return sorted(placed, key=lambda each: (each[0].start, each[0].end))


def _emit(out: Segment, part: Part) -> None:
    """Adjacent texts become one."""
    if part.kind == 'text' and out and out[-1].kind == 'text':
        out[-1] = text_part(out[-1].text + part.text)
    else:
        out.append(part)


def _render(pieces: list[TracedPiece], span: _Span, node: TagNode, out: Segment) -> None:
    at = span.start
    for inner, tag in _place(pieces, span, node):
        for piece in pieces[at : inner.start]:
            _emit(out, piece.part)
        if tag.open is not None:
            out.append(tag.open)
        _render(pieces, inner, tag, out)
        if tag.close is not None:
            out.append(tag.close)
        at = max(at, inner.start, inner.end)
    for piece in pieces[at : span.end]:
        _emit(out, piece.part)


def _depth_of(run: int, source: SegmentRuns) -> int:
    depth = 0
    node = source.runs[run].node
    while node.parent is not None:
        depth += 1
        node = node.parent
    return depth


def _less_enclosed(before: int | None, after: int | None, source: SegmentRuns) -> int | None:
    if before is None or after is None:
        return after if before is None else before
    return after if _depth_of(after, source) < _depth_of(before, source) else before


def _trace_words(pieces: list[TracedPiece], source: SegmentRuns) -> list[TracedPiece]:
    """Gives words of unknown origin to a run that stood there and is lost, or else to the less enclosed neighbour."""
    traced = [replace(piece) for piece in pieces]
    words = [piece for piece in traced if not piece.is_white_space]
    seen = {word.run for word in words}
    start = 0
    while start < len(words):
        if words[start].run is not None:
            start += 1
            continue
        end = start
        while end < len(words) and words[end].run is None:
            end += 1
        before = words[start - 1].run if start > 0 else None
        after = words[end].run if end < len(words) else None
        between = range(0 if before is None else before + 1, len(source.runs) if after is None else after)
        lost = next((run for run in between if run not in seen), None)
        for word in words[start:end]:
            word.run = _less_enclosed(before, after, source) if lost is None else lost
        start = end
    return traced


_white_space = re.compile(f'([{SPACE}]+)')


def _split_words(pieces: list[TracedPiece]) -> list[TracedPiece]:
    """Words and the white space between them; white space belongs to no run, so that tags close before it."""
    split: list[TracedPiece] = []
    for piece in pieces:
        if piece.part.kind != 'text':
            split.append(piece)
            continue
        for text in filter(None, _white_space.split(piece.part.text)):
            split.append(TracedPiece(text_part(text), None if is_blank(text) else piece.run))
    return split


def place_tags(source: SegmentRuns, pieces: list[TracedPiece]) -> Segment:
    """
    Every tag exactly once, pairs nested as in the source, each around the words that come from inside it as far
    as that is possible.
    """
    out: Segment = []
    if not source.root.children:
        for piece in pieces:
            _emit(out, piece.part)
        return out
    words = _trace_words(_split_words(pieces), source)
    _render(words, _Span(0, len(words)), source.root, out)
    return out
