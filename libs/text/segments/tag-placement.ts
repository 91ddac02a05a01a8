import { withInitials } from './initials.js';
import type { Segment, SegmentPart } from './segment.js';
import type { ContentPart, SegmentRuns, TagNode } from './segment-runs.js';
import { isWhiteSpace, type PlacedTag, type Span, spansOfChildren, type TracedPiece } from './tag-spans.js';

export type { TracedPiece } from './tag-spans.js';

/** A tag whose content is being written. */
interface OpenTag {
  tag: TagNode;
  span: Span;
  children: readonly PlacedTag[];
  /** The child and the piece that come next. */
  nextChild: number;
  nextPiece: number;
}

/** Tags around a tag of whose content all pieces are looked at for the best place of each tag; deeper ones are put in order. */
const maxDepth = 64;

/** Writes pieces with tags around them. Tags may be nested deeper than calls may. */
const render = (pieces: readonly TracedPiece[], root: TagNode): SegmentPart[] => {
  const out: SegmentPart[] = [];
  const enter = ({ tag, span }: PlacedTag): OpenTag => {
    if (tag.open !== undefined) out.push(tag.open);
    return { tag, span, children: spansOfChildren(pieces, span, tag), nextChild: 0, nextPiece: span.start };
  };
  const writePieces = (of: OpenTag, end: number): void => {
    for (; of.nextPiece < end; of.nextPiece += 1) emit(out, pieces[of.nextPiece]?.part);
  };
  const path = [enter({ tag: root, span: { start: 0, end: pieces.length } })];
  for (let inner = path.at(-1); inner !== undefined; inner = path.at(-1)) {
    const child = inner.children[inner.nextChild];
    writePieces(inner, child?.span.start ?? inner.span.end);
    if (child !== undefined) {
      inner.nextChild += 1;
      inner.nextPiece = Math.max(inner.nextPiece, child.span.end);
      if (path.length < maxDepth) path.push(enter(child));
      else writeInOrder(pieces, child, out);
      continue;
    }
    path.pop();
    if (inner.tag.close !== undefined) out.push(inner.tag.close);
  }
  return out;
};

/**
 * Writes the pieces of a tag's span with its tags in the order of the source, each behind the last of the words that came
 * before it. White space stands between tags.
 */
const writeInOrder = (pieces: readonly TracedPiece[], { tag: root, span }: PlacedTag, out: SegmentPart[]): void => {
  /** The run of the next piece that has one. */
  const nextRun = new Float64Array(span.end - span.start + 1).fill(Number.POSITIVE_INFINITY);
  for (let at = span.end - 1; at >= span.start; at -= 1)
    nextRun[at - span.start] = pieces[at]?.run ?? nextRun[at - span.start + 1] ?? Number.POSITIVE_INFINITY;
  let at = span.start;
  const writePieces = (endRun: number): void => {
    for (; at < span.end && (nextRun[at - span.start] ?? 0) < endRun; at += 1) emit(out, pieces[at]?.part);
  };
  const writeSpace = (): void => {
    for (; at < span.end && pieces[at]?.run === undefined; at += 1) emit(out, pieces[at]?.part);
  };
  const enter = (tag: TagNode) => {
    if (tag.open !== undefined) out.push(tag.open);
    return { tag, nextChild: 0 };
  };
  const path = [enter(root)];
  for (let inner = path.at(-1); inner !== undefined; inner = path.at(-1)) {
    const { tag } = inner;
    const child = tag.children[inner.nextChild];
    writePieces(child?.firstRun ?? (tag === root ? Number.POSITIVE_INFINITY : tag.endRun));
    if (child !== undefined) {
      writeSpace();
      inner.nextChild += 1;
      path.push(enter(child));
      continue;
    }
    if (tag === root) writeSpace();
    path.pop();
    if (tag.close !== undefined) out.push(tag.close);
  }
};

/** Appends a part; adjacent texts become one. */
const emit = (out: SegmentPart[], part: ContentPart | undefined): void => {
  const last = out.at(-1);
  if (part === undefined) return;
  if (part.kind === 'text' && last?.kind === 'text')
    out[out.length - 1] = { kind: 'text', text: last.text + part.text };
  else out.push(part);
};

/** The number of tags around each run. */
const depthsOf = ({ runs, root }: SegmentRuns): readonly number[] => {
  const depths = new Map<TagNode, number>([[root, 0]]);
  const depthOf = (node: TagNode): number => {
    const path: TagNode[] = [];
    let known: TagNode = node;
    for (; known.parent !== undefined && !depths.has(known); known = known.parent) path.push(known);
    let depth = depths.get(known) ?? 0;
    for (const inner of path.reverse()) {
      depth += 1;
      depths.set(inner, depth);
    }
    return depth;
  };
  return runs.map(({ node }) => depthOf(node));
};

/** Gives words of unknown origin to a run that stood there and is lost, or else to the less enclosed neighbour. */
const traceWords = (pieces: readonly TracedPiece[], source: SegmentRuns): TracedPiece[] => {
  const traced = pieces.map((piece) => ({ ...piece }));
  const words = traced.filter((piece) => !isWhiteSpace(piece));
  const lost = lostRuns(words, source.runs.length);
  const depths = depthsOf(source);
  for (let start = 0; start < words.length; start += 1) {
    if (words[start]?.run !== undefined) continue;
    let end = start;
    while (end < words.length && words[end]?.run === undefined) end += 1;
    const before = words[start - 1]?.run;
    const after = words[end]?.run;
    const missing = lost[(before ?? -1) + 1] ?? source.runs.length;
    const run = missing < (after ?? source.runs.length) ? missing : lessEnclosed(before, after, depths);
    for (const word of words.slice(start, end)) word.run = run;
    start = end;
  }
  return traced;
};

/** Finds for each run the first one from there on of which no word is known; the number of runs where there is none. */
const lostRuns = (words: readonly TracedPiece[], count: number): Uint32Array => {
  const seen = new Set(words.map((word) => word.run));
  const lost = new Uint32Array(count);
  for (let run = count - 1; run >= 0; run -= 1) lost[run] = seen.has(run) ? (lost[run + 1] ?? count) : run;
  return lost;
};

/** The run of two that has fewer tags around it, the first of two alike. */
const lessEnclosed = (a: number | undefined, b: number | undefined, depths: readonly number[]): number | undefined => {
  if (a === undefined || b === undefined) return a ?? b;
  return (depths[b] ?? 0) < (depths[a] ?? 0) ? b : a;
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
  const all = withInitials(traceWords(splitWords(pieces), source), source);
  return render(all, source.root);
};
