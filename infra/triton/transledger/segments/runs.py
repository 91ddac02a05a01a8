from __future__ import annotations

from dataclasses import dataclass, field

from .part import Part, Segment


@dataclass(eq=False)
class TagNode:
    """A tag pair, or one tag alone (single, or without its other half), in the tree of a segment."""

    open: Part | None
    parent: TagNode | None
    #: How many runs stand before it.
    first_run: int
    #: The runs inside, its children's too, are those from `first_run` to before `end_run`.
    end_run: int
    close: Part | None = None
    children: list[TagNode] = field(default_factory=list)

    def holds(self, run: int) -> bool:
        return self.first_run <= run < self.end_run


@dataclass
class Run:
    """A stretch of text without a tag inside."""

    parts: list[Part]
    #: The innermost tag pair around it, or the root.
    node: TagNode


@dataclass
class SegmentRuns:
    runs: list[Run]
    root: TagNode


def _match_pairs(segment: Segment) -> dict[int, int]:
    """Which `close` ends which `open`, by index; a crossing pair counts as two tags without their other half."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for index, part in enumerate(segment):
        if part.kind == 'open':
            opened.append(index)
        if part.kind != 'close':
            continue
        depth = next((at for at in reversed(range(len(opened))) if segment[opened[at]].number == part.number), None)
        if depth is not None:
            pairs[opened[depth]] = index
            del opened[depth:]
    return pairs


def split_runs(segment: Segment) -> SegmentRuns:
    """Splits a segment at its tags into runs, numbered from 0, and builds the tree of its tags."""
    pairs = _match_pairs(segment)
    closes = set(pairs.values())
    root = TagNode(None, None, 0, 0)
    runs: list[Run] = []
    node = root
    is_inside_run = False
    for index, part in enumerate(segment):
        if part.is_content:
            if part.kind == 'text' and part.text == '':
                continue
            if is_inside_run:
                runs[-1].parts.append(part)
            else:
                runs.append(Run([part], node))
            is_inside_run = True
            continue
        is_inside_run = False
        if index in closes:
            node.close = part
            node.end_run = len(runs)
            node = node.parent or root
            continue
        child = TagNode(part, node, len(runs), len(runs))
        node.children.append(child)
        if index in pairs:
            node = child
    root.end_run = len(runs)
    return SegmentRuns(runs, root)
