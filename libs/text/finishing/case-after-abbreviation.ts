import { type FinishingRule, joinedText, withSmallLettersAt } from './finished-text.js';
import { needsNoCapital } from './needless-capitals.js';

/** An abbreviation, and the word behind it. */
const abbreviation = /(?<=(?<![\p{L}\p{M}])(?<short>\p{L}{1,8})\. )(?<word>\p{L}[\p{L}\p{M}]{0,80})/gu;
const acronym = /^\p{Lu}{2}/u;

/**
 * Writes `approx. cinco` for `approx. Cinco`: an engine takes the point of an abbreviation for the end of a sentence. Only
 * where the source goes on in a small letter each time that the same abbreviation stands in it.
 */
export const withoutCapitalAfterAbbreviation: FinishingRule = (source, stretches, target) => {
  if (!/\p{L}\. \p{Ll}/u.test(source)) return stretches;
  const isSmallAfter = new Map<string, boolean>();
  for (const { groups: { short = '', word = '' } = {} } of source.matchAll(abbreviation)) {
    isSmallAfter.set(short, (isSmallAfter.get(short) ?? true) && /^\p{Ll}/u.test(word));
  }
  const places = new Set<number>();
  for (const { index, groups: { short = '', word = '' } = {} } of joinedText(stretches).matchAll(abbreviation)) {
    if (isSmallAfter.get(short) === true && !acronym.test(word) && needsNoCapital(word, target)) places.add(index);
  }
  return withSmallLettersAt(places, stretches, target);
};
