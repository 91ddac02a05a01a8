import type { Atom } from '../units/atom.js';
import { isUnspaced } from '../units/unspaced-scripts.js';

const isClauseEnd = (atoms: readonly Atom[], at: number): boolean => {
  const [before, last] = [atoms[at - 2], atoms[at - 1]];
  if (last?.kind === 'text') return /[，、；：,;:–—]$/u.test(last.text) && isUnspaced(last.text);
  return last?.kind === 'space' && before?.kind === 'text' && /[,;:–—]$/u.test(before.text);
};

const isWordEnd = (atoms: readonly Atom[], at: number): boolean => {
  const last = atoms[at - 1];
  return last?.kind === 'space' || (last?.kind === 'text' && isUnspaced(last.text));
};

/** The place nearest to the middle where `isEnd` holds, unless a half would have less than a quarter. */
const middleEnd = (atoms: readonly Atom[], isEnd: (at: number) => boolean): number | undefined => {
  const middle = Math.ceil(atoms.length / 2);
  for (let away = 0; away <= atoms.length / 4; away += 1) {
    for (const at of [middle - away, middle + away]) if (at > 0 && at < atoms.length && isEnd(at)) return at;
  }
  return undefined;
};

const halvesOfWord = (atom: Atom): [Atom[], Atom[]] | undefined => {
  if (atom.kind !== 'text') return undefined;
  const signs = [...atom.text];
  if (signs.length < 2) return undefined;
  const middle = Math.ceil(signs.length / 2);
  return [[{ ...atom, text: signs.slice(0, middle).join('') }], [{ ...atom, text: signs.slice(middle).join('') }]];
};

/**
 * Cuts a sentence that is too long for a model in two: behind a clause near its middle, else between two words, else
 * between any two atoms, a word alone between two code points. Undefined for a single one.
 */
export const halvesOf = (atoms: readonly Atom[]): readonly [readonly Atom[], readonly Atom[]] | undefined => {
  const [only] = atoms;
  if (only === undefined) return undefined;
  if (atoms.length === 1) return halvesOfWord(only);
  const at =
    middleEnd(atoms, (place) => isClauseEnd(atoms, place)) ??
    middleEnd(atoms, (place) => isWordEnd(atoms, place)) ??
    Math.ceil(atoms.length / 2);
  return [atoms.slice(0, at), atoms.slice(at)];
};
