import type { Segment, SegmentPart } from './segment.js';
import type { ContentPart, SegmentRuns, TagNode } from './segment-runs.js';

/** A piece of a translation with the run of the source that it comes from; undefined where that is not known. */
export interface TracedPiece {
  part: ContentPart;
  run: number | undefined;
}

/** Pieces from `start` to before `end`. */
interface Span {
  start: number;
  end: number;
}

const isWhiteSpace = (piece: TracedPiece): boolean => piece.part.kind === 'text' && piece.part.text.trim() === '';

/** Finds the stretches of pieces that a tag could enclose; those apart only by pieces of no other tag are joined. */
const stretchesOf = (
  owners: readonly (TagNode | undefined)[],
  pieces: readonly TracedPiece[],
  tag: TagNode,
): Span[] => {
  const stretches: (Span & { size: number; gap: number })[] = [];
  let gap = 0;
  owners.forEach((owner, index) => {
    const last = stretches.at(-1);
    if (owner !== tag) {
      if (owner !== undefined) gap = Number.POSITIVE_INFINITY;
      else if (pieces[index] !== undefined && !isWhiteSpace(pieces[index])) gap += 1;
      return;
    }
    if (last !== undefined && gap <= last.size) {
      last.end = index + 1;
      last.size += 1;
    } else stretches.push({ start: index, end: index + 1, size: 1, gap });
    gap = 0;
  });
  return stretches.sort((a, b) => b.size - a.size || a.start - b.start);
};

/** Chooses where each tag with words goes: around the longest stretch of them, none overlapping another. */
const enclose = (pieces: readonly TracedPiece[], span: Span, tags: readonly TagNode[]): Map<TagNode, Span> => {
  const owners = pieces.map((piece, index) =>
    piece.run === undefined || index < span.start || index >= span.end
      ? undefined
      : tags.find((tag) => isInside(piece.run ?? -1, tag)),
  );
  const spans = new Map<TagNode, Span>();
  for (const tag of tags) {
    const [longest] = stretchesOf(owners, pieces, tag);
    if (longest !== undefined) spans.set(tag, longest);
  }
  return spans;
};

const isInside = (run: number, node: TagNode): boolean => run >= node.firstRun && run < node.endRun;

/**
 * Chooses the place of a tag without words: behind the pieces that stood before it, or else before those that stood
 * behind it.
 */
const insertionPoint = (pieces: readonly TracedPiece[], span: Span, tag: TagNode, parent: TagNode): number => {
  for (let run = tag.firstRun - 1; run >= parent.firstRun; run -= 1) {
    const index = pieces.findLastIndex((piece, at) => at >= span.start && at < span.end && piece.run === run);
    if (index !== -1) return index + 1;
  }
  for (let run = tag.endRun; run < parent.endRun; run += 1) {
    const index = pieces.findIndex((piece, at) => at >= span.start && at < span.end && piece.run === run);
    if (index !== -1) return index;
  }
  return span.end;
};

const render = (pieces: readonly TracedPiece[], span: Span, node: TagNode, out: SegmentPart[]): void => {
  const enclosed = enclose(pieces, span, node.children);
  const placed = node.children.map((tag, order) => {
    const around = enclosed.get(tag);
    if (around !== undefined) return { tag, order, span: around };
    let point = insertionPoint(pieces, span, tag, node);
    // A tag does not go into the middle of a neighbour, but to its nearer side, as in the source.
    for (const [other, { start, end }] of enclosed) {
      if (point > start && point < end) point = other.firstRun < tag.firstRun ? end : start;
    }
    return { tag, order, span: { start: point, end: point } };
  });
  placed.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end || a.order - b.order);
  let at = span.start;
  for (const { tag, span: inner } of placed) {
    for (; at < inner.start; at += 1) emit(out, pieces[at]?.part);
    if (tag.open !== undefined) out.push(tag.open);
    render(pieces, inner, tag, out);
    if (tag.close !== undefined) out.push(tag.close);
    at = Math.max(at, inner.end);
  }
  for (; at < span.end; at += 1) emit(out, pieces[at]?.part);
};

/** Appends a part; adjacent texts become one. */
const emit = (out: SegmentPart[], part: ContentPart | undefined): void => {
  const last = out.at(-1);
  if (part === undefined) return;
  if (part.kind === 'text' && last?.kind === 'text')
    out[out.length - 1] = { kind: 'text', text: last.text + part.text };
  else out.push(part);
};

const depthOf = (run: number, { runs }: SegmentRuns): number => {
  let depth = 0;
  for (let node = runs[run]?.node; node?.parent !== undefined; node = node.parent) depth += 1;
  return depth;
};

/** Gives words of unknown origin to a run that stood there and is lost, or else to the less enclosed neighbour. */
const traceWords = (pieces: readonly TracedPiece[], source: SegmentRuns): TracedPiece[] => {
  const traced = pieces.map((piece) => ({ ...piece }));
  const words = traced.filter((piece) => !isWhiteSpace(piece));
  const seen = new Set(words.map((word) => word.run));
  for (let start = 0; start < words.length; start += 1) {
    if (words[start]?.run !== undefined) continue;
    let end = start;
    while (end < words.length && words[end]?.run === undefined) end += 1;
    const before = words[start - 1]?.run;
    const after = words[end]?.run;
    const run = lostRunBetween(before ?? -1, after ?? source.runs.length, seen) ?? lessEnclosed(before, after, source);
    for (const word of words.slice(start, end)) word.run = run;
    start = end;
  }
  return traced;
};

/** Finds the first run that stood between two in the source and of which no word is known. */
const lostRunBetween = (before: number, after: number, seen: ReadonlySet<number | undefined>): number | undefined => {
  for (let run = before + 1; run < after; run += 1) if (!seen.has(run)) return run;
  return undefined;
};

const lessEnclosed = (a: number | undefined, b: number | undefined, source: SegmentRuns): number | undefined => {
  if (a === undefined || b === undefined) return a ?? b;
  return depthOf(b, source) < depthOf(a, source) ? b : a;
};

/**
 * Splits pieces into words and the white space between them; white space belongs to no run, so that tags close before
 * it.
 */
const splitWords = (pieces: readonly TracedPiece[]): TracedPiece[] =>
  pieces.flatMap(({ part, run }): TracedPiece[] => {
    if (part.kind !== 'text') return [{ part, run }];
    return part.text
      .split(/(\s+)/u)
      .filter((text) => text !== '')
      .map((text) => ({ part: { kind: 'text', text }, run: text.trim() === '' ? undefined : run }));
  });

/**
 * Puts the tags of the source around the pieces of its translation: every tag exactly once, pairs nested as
 * in the source, each around the words that come from inside it as far as that is possible.
 */
export const placeTags = (source: SegmentRuns, pieces: readonly TracedPiece[]): Segment => {
  const out: SegmentPart[] = [];
  const all = traceWords(splitWords(pieces), source);
  render(all, { start: 0, end: all.length }, source.root, out);
  return out;
};
