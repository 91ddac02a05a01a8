import { isNumberSpan } from '#libs/text/segments/protected-numbers.js';
import type { LanguageCode } from '../../inference.port.js';
import { type Atom, countWords } from '../../units/atom.js';

/** Placeholders that go through the engine in place of fixed atoms and are found again in its answer. */
export interface Placeholders {
  write(atom: Atom, index: number): string;
  /** Matches a placeholder with the engine's marks before it, with the flag `g`. */
  readonly pattern: RegExp;
  /** Returns the index of the atom of a match. */
  indexOf(match: RegExpExecArray): number;
}

/**
 * Stem of words that no dictionary has: of 6,447 in the 76 modes of Debian 12 none was lost or doubled, and it moves
 * with its phrase as a name would. (`X…` is a numeral to some; two letters name the atom.)
 */
const stem = 'Jqz';
const codeLetters = 'bcdfghjklmnprstv';
const codeIndex = ([high = '', low = '']: string): number => codeLetters.indexOf(high) * 16 + codeLetters.indexOf(low);
const word = (index: number): string => `${stem}${codeLetters[index >> 4]}${codeLetters[index & 15]}`;

/** Every fixed atom as a word. */
export const asWords: Placeholders = {
  write: (_atom, index) => word(index),
  pattern: /(?<![*#@\\])[*#@\\]*jqz([bcdfghjklmnprstv]{2})/giu,
  indexOf: ([, letters = '']) => codeIndex(letters.toLowerCase()),
};

/** Whole numbers from 7300, to which any pair does the least. */
const firstNumber = 7_300;

const isNumber = (atom: Atom): boolean =>
  atom.kind === 'fixed' && atom.part.kind === 'keep' && isNumberSpan(atom.part.text);

/**
 * Amounts, times and dates as whole numbers, so that the words around them are those of a number (`about 12.5 %` is
 * `aproximadamente`, not `sobre`); other fixed atoms as words.
 */
const numbersAsNumbers: Placeholders = {
  write: (atom, index) => (isNumber(atom) ? String(firstNumber + index) : word(index)),
  pattern: /(?<![*#@\\])[*#@\\]*(?:jqz([bcdfghjklmnprstv]{2})|(?<!\d|\d[.,])(7[3-5]\d{2})(?!\d|[.,]\d))/giu,
  indexOf: ([, letters, digits]) =>
    letters === undefined ? Number(digits) - firstNumber : codeIndex(letters.toLowerCase()),
};

/** Languages whose pairs were measured (see docs/text.md): there numbers keep the words around them as they are. */
const numberSources: ReadonlySet<string> = new Set(['ca', 'da', 'en', 'es', 'fr', 'gl', 'it', 'nb', 'nn', 'pt', 'sv']);
/** Pairs that set a point or a space after a whole number: `Grensen på 7300. er høy`. */
const pairsOfWords: ReadonlySet<string> = new Set(['nb-sv', 'nn-sv', 'sv-nb', 'sv-nn']);

/** Whether numbers go through a pair as numbers. */
export const takesNumbers = (source: LanguageCode, target: LanguageCode): boolean =>
  numberSources.has(source) && !pairsOfWords.has(`${source}-${target}`);

/**
 * Chooses the placeholders of a unit: numbers where it has any, no number of its text could be taken for one of them,
 * and they make it no longer than `maxWords` (recursive transfer takes the longer, the more numbers there are).
 */
export const placeholdersOf = (atoms: readonly Atom[], maxWords: number): Placeholders => {
  const numbers = atoms.filter(isNumber).length;
  if (numbers === 0 || countWords(atoms) + numbers > maxWords) return asWords;
  return atoms.some((atom) => atom.kind === 'text' && /7[3-5]\d{2}/.test(atom.text)) ? asWords : numbersAsNumbers;
};
