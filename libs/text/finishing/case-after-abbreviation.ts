import { type FinishingRule, joinedText, withSmallLettersAt } from './finished-text.js';

/** An abbreviation, and the letter of the word behind it. */
const abbreviation = /(?<=(?<![\p{L}\p{M}])(?<short>\p{L}{1,8})\. )(?<letter>\p{L})/gu;
const acronymOrI = /^(?:\p{Lu}{2}|I(?!\p{L}))/u;

/**
 * Writes `approx. cinco` for `approx. Cinco`: an engine takes the point of an abbreviation for the end of a sentence. Only
 * where the source goes on in a small letter each time that the same abbreviation stands in it.
 */
export const withoutCapitalAfterAbbreviation: FinishingRule = (source, stretches, target) => {
  if (!/\p{L}\. \p{Ll}/u.test(source)) return stretches;
  const isSmallAfter = new Map<string, boolean>();
  for (const { groups: { short = '', letter = '' } = {} } of source.matchAll(abbreviation)) {
    isSmallAfter.set(short, (isSmallAfter.get(short) ?? true) && /\p{Ll}/u.test(letter));
  }
  const text = joinedText(stretches);
  const places = new Set<number>();
  for (const { index, groups: { short = '' } = {} } of text.matchAll(abbreviation)) {
    if (isSmallAfter.get(short) === true && !acronymOrI.test(text.slice(index))) places.add(index);
  }
  return withSmallLettersAt(places, stretches, target);
};
