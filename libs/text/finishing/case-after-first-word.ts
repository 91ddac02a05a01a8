import { type FinishingRule, joinedText, withSmallLettersAt } from './finished-text.js';

/** The first word of a sentence, or the sign of a fixed stretch, and a second word with a capital. */
const secondCapital =
  /(?<=(?:^|[.!?…]["'”’»)]?\s)["'“‘«(¿¡]?)(?<first>\ufffc|[\p{L}\p{M}\p{N}'’-]{1,80}) (?<second>\p{Lu}(?!\p{Lu})[\p{Ll}\p{M}]{0,80})(?![\p{L}\p{M}\p{N}])/gu;
const capitalWord = /(?<![\p{L}\p{M}\p{N}])\p{Lu}/gu;
const countCapitals = (text: string): number => text.match(capitalWord)?.length ?? 0;

const wordsAfter = (first: string, source: string): string[] =>
  source
    .split(`${first} `)
    .slice(1)
    .map((rest) => rest.charAt(0));

const isSmall = (letter: string): boolean => /\p{Ll}/u.test(letter);

/**
 * Writes `Paddle aproximadamente` for `Paddle Aproximadamente`: an engine that does not know the first word of a sentence
 * takes the second one for it. Only where the source goes on in small letters after that word, and has fewer capitals.
 */
export const withoutCapitalAfterFirstWord: FinishingRule = (source, stretches, target) => {
  const text = joinedText(stretches);
  const places = new Set<number>();
  for (const { groups, index } of text.matchAll(secondCapital)) {
    const { first = '', second = '' } = groups ?? {};
    const following = wordsAfter(first, source);
    if (second === 'I' || following.length === 0 || !following.every(isSmall) || source.includes(second)) continue;
    places.add(index + first.length + 1);
  }
  return countCapitals(text) - countCapitals(source) < places.size
    ? stretches
    : withSmallLettersAt(places, stretches, target);
};
