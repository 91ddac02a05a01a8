import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { mixedLanguages } from './all-capitals.js';
import type { FinishingRule } from './finished-text.js';

/** Words in capitals before a colon or a dash: `WARNING: …`, `IMPORTANT NOTICE – …`. */
const label = /^\p{Lu}{2,40}(?: \p{Lu}{2,40}){0,5}(?=(?<sign>:| [–—-] ))/u;
/** Two words in capitals at the beginning of a sentence: `THIS AGREEMENT is made …`. */
const twoWords = /^\p{Lu}{2,40} \p{Lu}{2,40}(?= )/u;

/**
 * Writes the first words of a translation in capitals as those of the source are: `AVISO: …` for `Aviso: …`, and `ESTE
 * ACUERDO está …` for `Este ACUERDO está …`.
 */
export const withFirstWordsInCapitals: FinishingRule = (source, stretches, target) => {
  const [first, ...others] = stretches;
  if (first === undefined || first.isFixed || mixedLanguages.has(baseLanguage(target))) return stretches;
  const sign = label.exec(source)?.groups?.sign;
  const end = sign === undefined ? endOfFirstWord(source, first.text) : first.text.indexOf(sign);
  if (end <= 0) return stretches;
  return [{ ...first, text: first.text.slice(0, end).toLocaleUpperCase(target) + first.text.slice(end) }, ...others];
};

/** End of a first word that only its capital sets apart from the capitals behind it; 0 where it is another. */
const endOfFirstWord = (source: string, text: string): number =>
  twoWords.test(source) ? (/^\p{Lu}\p{Ll}{0,40}(?= \p{Lu}{2})/u.exec(text)?.[0].length ?? 0) : 0;
