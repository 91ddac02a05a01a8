import { baseLanguage } from '#libs/text/languages/language-tag.js';
import type { TracedPiece } from '#libs/text/segments/tag-placement.js';
import type { Atom } from '../../units/atom.js';

const cased = /[\p{Lu}\p{Lt}\p{Ll}]/u;
const isUpper = (letter: string): boolean => /[\p{Lu}\p{Lt}]/u.test(letter);

const firstLetter = (atoms: readonly Atom[]): string | undefined => {
  for (const atom of atoms) {
    const letter = atom.kind === 'text' ? cased.exec(atom.text)?.[0] : undefined;
    if (letter !== undefined) return letter;
  }
  return undefined;
};

const isAlwaysCapital = (text: string, index: number, target: string): boolean =>
  baseLanguage(target) === 'en' && /^I(?![\p{L}\p{M}])/u.test(text.slice(index));

/**
 * Gives the first word of a translation the case of the first word of the source. Some pairs capitalise after a sign
 * that they take for the end of a sentence, even when that was another text (`the cat` gives `El gato` with eng-spa).
 * `isFixed` says which pieces must not be changed.
 */
export const matchInitialCase = (
  pieces: readonly TracedPiece[],
  isFixed: (piece: TracedPiece) => boolean,
  atoms: readonly Atom[],
  target: string,
): TracedPiece[] => {
  const source = firstLetter(atoms);
  let isDone = source === undefined;
  return pieces.map((piece) => {
    if (isDone || isFixed(piece)) return piece;
    const { text } = piece.part;
    const match = cased.exec(text);
    if (match === null || source === undefined) return piece;
    isDone = true;
    const [letter] = match;
    if (isUpper(letter) === isUpper(source) || isAlwaysCapital(text, match.index, target)) return piece;
    const changed = isUpper(source) ? letter.toUpperCase() : letter.toLowerCase();
    return {
      ...piece,
      part: { kind: 'text', text: text.slice(0, match.index) + changed + text.slice(match.index + letter.length) },
    };
  });
};
