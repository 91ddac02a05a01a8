import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { type FinishingRule, joinedText, withSignsAt } from './finished-text.js';

/** A pronoun that the engine adds before the first verb of a quotation, and the capital of the verb. */
const pronoun = /(?<=[«“‘"(] ?)(?<first>it|he|she|we|you|they|there) (?<second>\p{Lu})(?=\p{Ll})/gu;

/** Writes `«We are here»` for `«we Are here»`: English needs a pronoun where other languages begin with the verb. */
export const withPronounsAsFirstWords: FinishingRule = (_source, stretches, target) => {
  if (baseLanguage(target) !== 'en') return stretches;
  const text = joinedText(stretches);
  const letters = new Map<number, string>();
  for (const { index, groups: { first = '', second = '' } = {} } of text.matchAll(pronoun)) {
    letters.set(index, first.charAt(0).toUpperCase());
    letters.set(index + first.length + 1, second.toLowerCase());
  }
  return withSignsAt(letters, stretches);
};
