import type { ContentPart, TagNode } from './segment-runs.js';

/** A piece of a translation with the run of the source that it comes from; undefined where that is not known. */
export interface TracedPiece {
  part: ContentPart;
  run: number | undefined;
}

/** Pieces from `start` to before `end`. */
export interface Span {
  start: number;
  end: number;
}

export interface PlacedTag {
  tag: TagNode;
  span: Span;
}

export const isWhiteSpace = (piece: TracedPiece): boolean =>
  piece.part.kind === 'text' && piece.part.text.trim() === '';

/** Finds the last of the items, which are in the order of their `by`, whose `by` is less than a limit. */
const lastBelow = <T>(items: readonly T[], limit: number, by: (item: T) => number): T | undefined => {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && by(item) < limit) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
};

/** The stretches of pieces that a tag could enclose; those apart only by pieces of no other tag are joined. */
class Stretches {
  /** The longest, the first of several. */
  longest: Span & { size: number };
  private last: Span & { size: number };

  constructor(index: number) {
    this.last = { start: index, end: index + 1, size: 1 };
    this.longest = this.last;
  }

  /** Adds a piece of the tag, with the number of words of no tag since the last one; infinite after those of others. */
  add(index: number, gap: number): void {
    if (gap <= this.last.size) {
      this.last.end = index + 1;
      this.last.size += 1;
    } else this.last = { start: index, end: index + 1, size: 1 };
    if (this.last.size > this.longest.size) this.longest = this.last;
  }
}

/** A run that has pieces in a span: where its first and its last stand. */
interface PresentRun {
  run: number;
  first: number;
  last: number;
}

/** Where the words of a tag's children stand among the pieces of its span. */
class SpanOfTag {
  private readonly stretches = new Map<TagNode, Stretches>();
  /** In the order of the source. */
  private readonly present: readonly PresentRun[];
  /** Places of the children with words, in the order of the translation. */
  private readonly enclosed: readonly PlacedTag[];

  constructor(
    pieces: readonly TracedPiece[],
    private readonly span: Span,
    node: TagNode,
  ) {
    const withWords = node.children.filter(({ firstRun, endRun }) => firstRun < endRun);
    const present = new Map<number, PresentRun>();
    let before: TagNode | undefined;
    let gap = 0;
    for (let index = span.start; index < span.end; index += 1) {
      const piece = pieces[index];
      if (piece === undefined) continue;
      const { run } = piece;
      const owner = run === undefined ? undefined : lastBelow(withWords, run + 1, ({ firstRun }) => firstRun);
      if (run !== undefined && run >= node.firstRun && run < node.endRun) {
        const known = present.get(run);
        if (known === undefined) present.set(run, { run, first: index, last: index });
        else known.last = index;
      }
      if (owner === undefined || run === undefined || run >= owner.endRun) {
        if (!isWhiteSpace(piece)) gap += 1;
        continue;
      }
      const stretches = this.stretches.get(owner);
      if (stretches === undefined) this.stretches.set(owner, new Stretches(index));
      else stretches.add(index, owner === before ? gap : Number.POSITIVE_INFINITY);
      before = owner;
      gap = 0;
    }
    this.present = [...present.values()].sort((a, b) => a.run - b.run);
    this.enclosed = [...this.stretches]
      .map(([tag, { longest }]) => ({ tag, span: longest }))
      .sort((a, b) => a.span.start - b.span.start);
  }

  /** Chooses where a tag goes: around the longest stretch of its words, none overlapping another, or between words. */
  spanOf(tag: TagNode): Span {
    const around = this.stretches.get(tag)?.longest;
    if (around !== undefined) return around;
    const point = this.outsideOfNeighbours(tag, this.insertionPoint(tag));
    return { start: point, end: point };
  }

  /**
   * Chooses the place of a tag without words: behind the pieces that stood before it, or else before those that stood
   * behind it.
   */
  private insertionPoint({ firstRun }: TagNode): number {
    const before = lastBelow(this.present, firstRun, ({ run }) => run);
    if (before !== undefined) return before.last + 1;
    // Its own runs have no pieces here: the first that has stood behind it.
    return this.present[0]?.first ?? this.span.end;
  }

  /** A tag does not go into the middle of a neighbour, but to its nearer side, as in the source. */
  private outsideOfNeighbours(tag: TagNode, point: number): number {
    const other = lastBelow(this.enclosed, point, ({ span }) => span.start);
    if (other === undefined || point >= other.span.end) return point;
    return other.tag.firstRun < tag.firstRun ? other.span.end : other.span.start;
  }
}

/** Chooses the places of a tag's children among the pieces of its span, in the order of the translation. */
export const spansOfChildren = (pieces: readonly TracedPiece[], span: Span, node: TagNode): PlacedTag[] => {
  if (node.children.length === 0) return [];
  const places = new SpanOfTag(pieces, span, node);
  const placed = node.children.map((tag, order) => ({ tag, order, span: places.spanOf(tag) }));
  return placed.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end || a.order - b.order);
};
