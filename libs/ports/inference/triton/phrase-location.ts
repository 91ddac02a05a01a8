import { tidySentence } from '../sentences/answer-text.js';
import { type AnswerToken, answerTokensOf } from '../sentences/run-tracing.js';
import type { UnitRuns } from '../sentences/unit-runs.js';
import type { Atom } from '../units/atom.js';
import { hasLetters } from '../units/atom.js';

/** Words of a phrase; longer ones hardly ever come back word for word. */
const maxPhraseLength = 8;

export interface TaggedPhrase {
  run: number;
  text: string;
  /** Place of its first word among the words of the source, 0 to 1. */
  place: number;
}

/** Finds the words inside tags whose place in a translation could be found by translating them alone. */
export const taggedPhrases = (atoms: readonly Atom[], { runs, base }: UnitRuns): TaggedPhrase[] =>
  runs.flatMap((run) => {
    const own = atoms.filter((atom) => atom.run === run);
    const words = own.filter((atom) => atom.kind === 'text');
    const isPhrase =
      own.some(hasLetters) && words.length <= maxPhraseLength && own.every((atom) => atom.kind !== 'fixed');
    if (runs.length === 1 || base.has(run) || !isPhrase) return [];
    const text = own
      .map((atom) => (atom.kind === 'space' ? ' ' : atom.kind === 'text' ? atom.text : ''))
      .join('')
      .trim();
    return [{ run, text, place: atoms.findIndex((atom) => atom.run === run) / atoms.length }];
  });

/** Keeps letters and digits alone, so that a comma or a capital does not hide a word. */
const bare = (token: AnswerToken): string =>
  token.kind === 'word' ? token.text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '') : '';

/** Marks the words of an answer that are the translation of a phrase, those nearest to its place in the source. */
export const locatePhrase = (tokens: readonly AnswerToken[], phrase: TaggedPhrase, translation: string): void => {
  const words = tokens.filter((token) => token.kind === 'word' && bare(token) !== '');
  const sought = answerTokensOf([{ kind: 'words', text: tidySentence(translation), run: undefined }])
    .map(bare)
    .filter((word) => word !== '');
  if (sought.length === 0) return;
  let best: { start: number; distance: number } | undefined;
  for (let start = 0; start + sought.length <= words.length; start += 1) {
    const isHere = sought.every((word, index) => {
      const candidate = words[start + index];
      return candidate !== undefined && candidate.run === undefined && bare(candidate) === word;
    });
    const distance = Math.abs(start / words.length - phrase.place);
    if (isHere && (best === undefined || distance < best.distance)) best = { start, distance };
  }
  if (best === undefined) return;
  for (const word of words.slice(best.start, best.start + sought.length)) word.run = phrase.run;
};
