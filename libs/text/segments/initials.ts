import type { Run, SegmentRuns } from './segment-runs.js';
import type { TracedPiece } from './tag-spans.js';

const capital = /^\s{0,80}[\p{Lu}\p{Lt}]\p{M}*$/u;
const letterFirst = /^\p{L}/u;
const letterLast = /[\p{L}\p{M}]$/u;
/** The first letter of a word, with the signs before it. */
const begin = /^[^\p{L}\p{N}\s]{0,8}\p{L}\p{M}*/u;

const textOf = (run: Run | undefined): string => run?.parts.map(({ text }) => text).join('') ?? '';

/** Whether a run is the first letter of a word, alone in a pair of tags: an initial, which looks other than its word. */
const isInitial = ({ runs }: SegmentRuns, at: number): boolean => {
  const { node } = runs[at] ?? {};
  return (
    node?.close !== undefined &&
    node.endRun === at + 1 &&
    capital.test(textOf(runs[at])) &&
    letterFirst.test(textOf(runs[at + 1])) &&
    (/^\s/.test(textOf(runs[at])) || !letterLast.test(textOf(runs[at - 1])))
  );
};

/** Gives the tags around the initial of a word to the first letter of the word that stands in its place. */
export const withInitials = (pieces: readonly TracedPiece[], source: SegmentRuns): readonly TracedPiece[] => {
  const initials = source.runs.flatMap((_run, at) => (isInitial(source, at) ? [at] : []));
  if (initials.length === 0) return pieces;
  const first = firstPieces(pieces);
  const split = new Map<number, [initial: TracedPiece, rest: TracedPiece]>();
  const replaced = new Set<number>();
  for (const initial of initials) {
    const [own, next] = [first.get(initial), first.get(initial + 1)];
    const at = initial === 0 ? Math.min(own ?? Infinity, next ?? Infinity) : (own ?? next ?? Infinity);
    const halves = halvesOf(pieces[at], initial);
    if (halves === undefined) continue;
    split.set(at, halves);
    replaced.add(initial);
  }
  return pieces.flatMap((piece, at) => {
    const halves = split.get(at)?.filter(({ part }) => part.text !== '');
    const { run } = piece;
    return halves ?? (run !== undefined && replaced.has(run) ? [{ ...piece, run: run + 1 }] : [piece]);
  });
};

/** The places of the first pieces of the runs. */
const firstPieces = (pieces: readonly TracedPiece[]): ReadonlyMap<number, number> => {
  const first = new Map<number, number>();
  for (const [at, { run }] of pieces.entries()) if (run !== undefined && !first.has(run)) first.set(run, at);
  return first;
};

const halvesOf = (piece: TracedPiece | undefined, initial: number): [TracedPiece, TracedPiece] | undefined => {
  const first = piece?.part.kind === 'text' ? begin.exec(piece.part.text)?.[0] : undefined;
  if (piece === undefined || first === undefined) return undefined;
  const rest = piece.part.text.slice(first.length);
  return [
    { part: { kind: 'text', text: first }, run: initial },
    { part: { kind: 'text', text: rest }, run: initial + 1 },
  ];
};
