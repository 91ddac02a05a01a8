import { baseLanguage } from '#libs/text/languages/language-tag.js';
import type { FinishingRule } from './finished-text.js';

/** Languages that write a small letter before a capital within a word: `i nGAEILGE`. */
export const mixedLanguages: ReadonlySet<string> = new Set(['ga', 'gd']);

/** A word that is longer than most acronyms: a heading of its own. */
const longWord = /\p{Lu}{5}/u;

/**
 * Writes a translation in capitals when the source has no small letter, and two words of two letters or more or a long
 * word.
 */
export const inAllCapitals: FinishingRule = (source, stretches, target) => {
  if (/\p{Ll}/u.test(source) || mixedLanguages.has(baseLanguage(target))) return stretches;
  if (!longWord.test(source) && (source.match(/\p{Lu}{2,}/gu)?.length ?? 0) < 2) return stretches;
  return stretches.map((stretch) =>
    stretch.isFixed ? stretch : { ...stretch, text: stretch.text.toLocaleUpperCase(target) },
  );
};
