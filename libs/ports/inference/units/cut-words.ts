import type { Atom } from './atom.js';
import { isUnspaced } from './unspaced-scripts.js';

const endsInWord = /[\p{L}\p{M}]$/u;
const startsWithLetter = /^\p{L}/u;
const firstLetters = /^[\p{L}\p{M}]+/u;
const lastLetters = /(?<![\p{L}\p{M}])[\p{L}\p{M}]+$/u;

/** Gives a word cut by a tag (`<b>W</b>ord`) whole to the side that has more of it: halves cannot be translated. */
export const joinCutWords = (atoms: readonly Atom[]): Atom[] => {
  const joined: Atom[] = [];
  for (const atom of atoms) {
    const last = joined.at(-1);
    if (
      last?.kind !== 'text' ||
      atom.kind !== 'text' ||
      last.run === atom.run ||
      !endsInWord.test(last.text) ||
      !startsWithLetter.test(atom.text) ||
      isUnspaced(atom.text)
    ) {
      joined.push(atom);
      continue;
    }
    const left = lastLetters.exec(last.text)?.[0] ?? '';
    const right = firstLetters.exec(atom.text)?.[0] ?? '';
    if (left.length >= right.length) {
      joined.splice(-1, 1, { ...last, text: last.text + right });
      if (atom.text !== right) joined.push({ ...atom, text: atom.text.slice(right.length) });
    } else {
      if (last.text === left) joined.pop();
      else joined.splice(-1, 1, { ...last, text: last.text.slice(0, -left.length) });
      joined.push({ ...atom, text: left + atom.text });
    }
  }
  return joined;
};
