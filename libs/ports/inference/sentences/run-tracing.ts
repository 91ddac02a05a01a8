import type { TracedPiece } from '#libs/text/segments/tag-placement.js';
import type { Atom } from '../units/atom.js';
import { isUnspaced } from '../units/unspaced-scripts.js';
import type { AnswerPiece, FixedAtom } from './text-exchange.js';
import type { UnitRuns } from './unit-runs.js';

/** A word of an answer, white space between words, or fixed pieces. */
export type AnswerToken =
  | { kind: 'word'; text: string; run: number | undefined }
  | { kind: 'space'; text: string; run: number | undefined }
  | { kind: 'fixed'; atoms: readonly FixedAtom[]; run: number | undefined };

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

const wordsOf = (text: string): string[] =>
  isUnspaced(text) ? [...segmenter.segment(text)].map(({ segment }) => segment) : [text];

/** Splits an answer into words and the spaces between them, none doubled and none at the ends. */
export const answerTokensOf = (pieces: readonly AnswerPiece[]): AnswerToken[] => {
  const tokens: AnswerToken[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'fixed') {
      tokens.push({ kind: 'fixed', atoms: piece.atoms, run: piece.atoms[0]?.run });
      continue;
    }
    for (const text of piece.text.match(/\s+|\S+/gu) ?? []) {
      if (text.trim() !== '') {
        tokens.push(...wordsOf(text).map((word) => ({ kind: 'word' as const, text: word, run: piece.run })));
        continue;
      }
      const last = tokens.at(-1);
      const space = text.replaceAll(/ {2,}/g, ' ');
      if (last?.kind === 'space') last.text = `${last.text}${space}`.replaceAll(/ {2,}/g, ' ');
      else if (last !== undefined) tokens.push({ kind: 'space', text: space, run: undefined });
    }
  }
  if (tokens.at(-1)?.kind === 'space') tokens.pop();
  return tokens;
};

const isWord = (token: AnswerToken): boolean => token.kind !== 'space';

/** Lists the run of each word of the source. */
const sourceWords = (atoms: readonly Atom[]): number[] =>
  atoms.filter((atom) => atom.kind !== 'space').map((atom) => atom.run);

/** Places a run inside tags that the answer does not mention where it stood in the source, in proportion. */
const guessLostRuns = (words: readonly AnswerToken[], source: readonly number[], { runs, base }: UnitRuns): void => {
  const seen = new Set(words.map((word) => word.run));
  for (const run of runs) {
    if (base.has(run) || seen.has(run) || !source.includes(run)) continue;
    const scale = words.length / source.length;
    const start = Math.min(words.length - 1, Math.floor(source.indexOf(run) * scale));
    const end = Math.max(start + 1, Math.round((source.lastIndexOf(run) + 1) * scale));
    for (const word of words.slice(start, end)) word.run ??= run;
  }
};

/** Gives the words of a stretch, in order, to the runs of no tag that stood there, in proportion to their words. */
const assignPartitions = (
  stretch: readonly AnswerToken[],
  candidates: readonly number[],
  source: readonly number[],
): void => {
  const from = source.filter((run) => candidates.includes(run));
  const order = from.length === 0 ? candidates : from;
  stretch.forEach((word, index) => {
    word.run = order[Math.floor((index * order.length) / stretch.length)];
  });
};

const shareOutToBase = (words: readonly AnswerToken[], source: readonly number[], { base }: UnitRuns): void => {
  let passed = -1;
  for (let start = 0; start < words.length; start += 1) {
    passed = Math.max(passed, words[start]?.run ?? -1);
    if (words[start]?.run !== undefined) continue;
    let end = start;
    while (end < words.length && words[end]?.run === undefined) end += 1;
    const next = words.slice(end).find((word) => (word.run ?? -1) > passed)?.run ?? Number.POSITIVE_INFINITY;
    const between = [...base].filter((run) => run > passed && run < next);
    const nearest = [...base].sort((a, b) => Math.abs(a - passed) - Math.abs(b - passed)).slice(0, 1);
    assignPartitions(words.slice(start, end), between.length > 0 ? between : nearest, source);
    start = end - 1;
  }
};

/** Puts spaces of several signs back between the words where they stood, in proportion. */
const restoreSpaces = (tokens: readonly AnswerToken[], atoms: readonly Atom[]): void => {
  const before = atoms.filter((atom) => atom.kind === 'space');
  const after = tokens.filter((token) => token.kind === 'space');
  before.forEach((space, index) => {
    if (space.text.length === 1) return;
    const place = before.length === after.length ? index : Math.floor((index * after.length) / before.length);
    const token = after[place];
    if (token !== undefined) token.text = space.text;
  });
};

const pieceOf = (token: AnswerToken): TracedPiece[] => {
  if (token.kind === 'fixed') return token.atoms.map((atom) => ({ part: atom.part, run: atom.run }));
  return [{ part: { kind: 'text', text: token.text }, run: token.kind === 'space' ? undefined : token.run }];
};

/**
 * Reads the answer for some atoms, each word with the run that it comes from, as far as that can be told or guessed.
 */
export const tracedAnswer = (
  tokens: readonly AnswerToken[],
  atoms: readonly Atom[],
  unitRuns: UnitRuns,
): TracedPiece[] => {
  const words = tokens.filter(isWord);
  const source = sourceWords(atoms);
  guessLostRuns(words, source, unitRuns);
  shareOutToBase(words, source, unitRuns);
  restoreSpaces(tokens, atoms);
  return tokens.flatMap(pieceOf);
};
