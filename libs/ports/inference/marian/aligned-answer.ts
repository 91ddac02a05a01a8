import { withoutUnwanted } from '../sentences/answer-text.js';
import type { AnswerPiece } from '../sentences/text-exchange.js';
import type { UnitRuns } from '../sentences/unit-runs.js';
import { type AnswerBit, answerBits } from './answer-bits.js';
import { copiedItems } from './copied-items.js';
import { type FixedPlace, placesOfFixed } from './fixed-places.js';
import type { SentenceTranslation } from './marian-models.js';
import type { FixedPiece, ShownText } from './shown-text.js';

/** A bit of a translation with the run that it comes from, or a fixed piece in its place. */
type Placed =
  | { kind: AnswerBit['kind']; text: string; run: number | undefined }
  | { kind: 'fixed'; piece: FixedPiece; isInserted: boolean };

/** Leaves it open where bits come from that belong to a fixed item: it stands elsewhere, or in their place. */
const withoutFixed = (bits: readonly AnswerBit[], { items }: ShownText): AnswerBit[] =>
  bits.map((bit) => {
    const isFixed = (item: number | undefined): boolean => item !== undefined && items[item]?.fixed !== undefined;
    if (!isFixed(bit.item)) return bit;
    return { ...bit, item: undefined, shares: new Map([...bit.shares].filter(([item]) => !isFixed(item))) };
  });

/** The words that have some of each of these runs, in order, by run: their indexes, and how much of it they have. */
const sharesByRun = (
  lost: ReadonlySet<number>,
  bits: readonly AnswerBit[],
  { items }: ShownText,
): Map<number, Map<number, number>> => {
  const byRun = new Map<number, Map<number, number>>();
  bits.forEach(({ kind, shares }, index) => {
    if (kind !== 'word') return;
    for (const [item, size] of shares) {
      const run = items[item]?.run;
      if (run === undefined || !lost.has(run)) continue;
      const words = byRun.get(run) ?? new Map<number, number>();
      byRun.set(run, words.set(index, (words.get(index) ?? 0) + size));
    }
  });
  return byRun;
};

/** Gives a run of which no bit is seen the word that has most of it, unless that is all that another run has. */
const claimLostRuns = (bits: readonly AnswerBit[], runs: (number | undefined)[], shown: ShownText, unit: UnitRuns) => {
  const counts = new Map<number, number>();
  const count = (run: number | undefined, by: number): void => {
    if (run !== undefined) counts.set(run, (counts.get(run) ?? 0) + by);
  };
  bits.forEach(({ kind }, index) => {
    count(kind === 'word' ? runs[index] : undefined, 1);
  });
  const lost = unit.runs.filter((run) => !unit.base.has(run) && !counts.has(run));
  if (lost.length === 0) return;
  const shares = sharesByRun(new Set(lost), bits, shown);
  for (const run of lost) {
    let best: { index: number; share: number } | undefined;
    for (const [index, share] of shares.get(run) ?? []) {
      const taken = runs[index];
      const isAllOfAnother = taken !== undefined && !unit.base.has(taken) && counts.get(taken) === 1;
      if (!isAllOfAnother && share > (best?.share ?? 0)) best = { index, share };
    }
    if (best === undefined) continue;
    count(runs[best.index], -1);
    runs[best.index] = run;
    count(run, 1);
  }
};

/** Gives bits that belong to no item, between two of one run, to that run. */
const fillGaps = (runs: (number | undefined)[], bits: readonly AnswerBit[]): void => {
  let last = -1;
  bits.forEach(({ kind }, index) => {
    if (kind === 'space' || runs[index] === undefined) return;
    if (last !== -1 && runs[last] === runs[index]) runs.fill(runs[index], last, index);
    last = index;
  });
};

const runsOf = (bits: readonly AnswerBit[], shown: ShownText, unit: UnitRuns): (number | undefined)[] => {
  const runs = bits.map(({ item }) => (item === undefined ? undefined : shown.items[item]?.run));
  if (unit.runs.length > 1) {
    claimLostRuns(bits, runs, shown, unit);
    fillGaps(runs, bits);
  }
  return runs;
};

const inPlace = (
  bits: readonly AnswerBit[],
  runs: readonly (number | undefined)[],
  places: readonly FixedPlace[],
  { items }: ShownText,
  text: string,
): Placed[] => {
  const ordered = places.toSorted((a, b) => a.begin - b.begin || a.end - b.end || a.item - b.item);
  const placed: Placed[] = [];
  let at = 0;
  const bitsUntil = (end: number): void => {
    for (; at < end; at += 1) {
      const bit = bits[at];
      if (bit !== undefined) placed.push({ kind: bit.kind, text: text.slice(bit.begin, bit.end), run: runs[at] });
    }
  };
  for (const { item, begin, end } of ordered) {
    bitsUntil(begin);
    const piece = items[item]?.fixed;
    if (piece !== undefined) placed.push({ kind: 'fixed', piece, isInserted: begin === end });
    at = Math.max(at, end);
  }
  bitsUntil(bits.length);
  return placed;
};

const closing = /^[\p{Pe}\p{Pf}\p{Po}]/u;

/** Whether two neighbours need a space between them: a fixed piece and a word that it does not touch in the source. */
const isSpaceMissing = (before: Placed | undefined, after: Placed): boolean => {
  if (before === undefined || before.kind === 'space' || after.kind === 'space') return false;
  if (before.kind === 'fixed' && before.piece.after === 'word') return false;
  if (after.kind === 'fixed' && after.piece.before === 'word') return false;
  // Beside signs the model has put the space itself, where it has put the piece.
  if (before.kind === 'sign') return after.kind === 'fixed' && after.isInserted && after.piece.before === 'space';
  if (after.kind === 'sign') {
    const isOwn = before.kind === 'fixed' && before.isInserted && before.piece.after === 'space';
    return isOwn && !closing.test(after.text);
  }
  return before.kind === 'fixed' || after.kind === 'fixed';
};

const space = { kind: 'space', text: ' ', run: undefined } as const;

/** Sets fixed pieces apart from words, but for those that touch a word in the source. */
const spaced = (placed: readonly Placed[]): Placed[] => {
  const out: Placed[] = [];
  placed.forEach((next, index) => {
    const before = out.at(-1);
    const after = placed[index + 1];
    if (next.kind === 'space') {
      const isTouched =
        (before?.kind === 'fixed' && before.piece.after === 'word') ||
        (after?.kind === 'fixed' && after.piece.before === 'word');
      if (isTouched) return;
    }
    if (isSpaceMissing(before, next)) out.push(space);
    out.push(next);
  });
  return out;
};

const piecesOf = (placed: readonly Placed[]): AnswerPiece[] => {
  const pieces: AnswerPiece[] = [];
  for (const next of placed) {
    if (next.kind === 'fixed') {
      pieces.push({ kind: 'fixed', atoms: next.piece.atoms });
      continue;
    }
    const text = withoutUnwanted(next.text);
    const last = pieces.at(-1);
    if (last?.kind === 'words' && last.run === next.run) last.text += text;
    else if (text !== '') pieces.push({ kind: 'words', text, run: next.run });
  }
  return pieces;
};

/**
 * Reads the translation of a shown text by its alignment: each word with the run that it comes from, each fixed item once,
 * in the place of what stands for it. `alone` has the translations of terms by themselves, by item.
 */
export const alignedAnswer = (
  shown: ShownText,
  translation: SentenceTranslation,
  alone: ReadonlyMap<number, string>,
  unit: UnitRuns,
): AnswerPiece[] => {
  const { text } = translation;
  const hasFixed = shown.items.some(({ fixed }) => fixed !== undefined);
  if (!hasFixed && unit.runs.length <= 1) return [{ kind: 'words', text: withoutUnwanted(text), run: unit.runs[0] }];
  const copies = copiedItems(shown, text);
  const cuts = [...copies.values()].flatMap(({ begin, end }) => [begin, end]);
  const bits = answerBits(shown, translation, cuts);
  const places = placesOfFixed(shown, bits, text, copies, alone);
  const others = withoutFixed(bits, shown);
  return piecesOf(spaced(inPlace(others, runsOf(others, shown, unit), places, shown, text)));
};
