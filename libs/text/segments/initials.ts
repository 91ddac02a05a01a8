import type { Run, SegmentRuns } from './segment-runs.js';
import type { TracedPiece } from './tag-spans.js';

const capital = /^[\p{Lu}\p{Lt}]\p{M}*$/u;
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
    !letterLast.test(textOf(runs[at - 1]))
  );
};

/** Gives the tags around the initial of a word to the first letter of the word that stands in its place. */
export const withInitials = (pieces: readonly TracedPiece[], source: SegmentRuns): readonly TracedPiece[] => {
  let placed = pieces;
  for (let run = 0; run < source.runs.length; run += 1) {
    if (isInitial(source, run)) placed = withInitial(placed, run);
  }
  return placed;
};

const withInitial = (pieces: readonly TracedPiece[], initial: number): readonly TracedPiece[] => {
  const ofInitial = pieces.findIndex(({ run }) => run === initial);
  const ofWord = pieces.findIndex(({ run }) => run === initial || run === initial + 1);
  const at = initial === 0 || ofInitial < 0 ? ofWord : ofInitial;
  const piece = pieces[at];
  const first = piece?.part.kind === 'text' ? begin.exec(piece.part.text)?.[0] : undefined;
  if (piece === undefined || first === undefined) return pieces;
  const rest = piece.part.text.slice(first.length);
  const split: TracedPiece[] = [{ part: { kind: 'text', text: first }, run: initial }];
  if (rest !== '') split.push({ part: { kind: 'text', text: rest }, run: initial + 1 });
  return pieces.flatMap((other, index) => {
    if (index === at) return split;
    return other.run === initial ? [{ ...other, run: initial + 1 }] : [other];
  });
};
