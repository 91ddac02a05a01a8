import { withInitials } from './initials.js';
import type { Segment, SegmentPart } from './segment.js';
import type { ContentPart, SegmentRuns, TagNode } from './segment-runs.js';
import { isWhiteSpace, type Span, spansOfChildren, type TracedPiece } from './tag-spans.js';

export type { TracedPiece } from './tag-spans.js';

const render = (pieces: readonly TracedPiece[], span: Span, node: TagNode, out: SegmentPart[]): void => {
  let at = span.start;
  for (const { tag, span: inner } of spansOfChildren(pieces, span, node)) {
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
  const lost = lostRuns(words, source.runs.length);
  for (let start = 0; start < words.length; start += 1) {
    if (words[start]?.run !== undefined) continue;
    let end = start;
    while (end < words.length && words[end]?.run === undefined) end += 1;
    const before = words[start - 1]?.run;
    const after = words[end]?.run;
    const missing = lost[(before ?? -1) + 1] ?? source.runs.length;
    const run = missing < (after ?? source.runs.length) ? missing : lessEnclosed(before, after, source);
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
  const all = withInitials(traceWords(splitWords(pieces), source), source);
  render(all, { start: 0, end: all.length }, source.root, out);
  return out;
};
