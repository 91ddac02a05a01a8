import { type FinishingRule, joinedText, withSmallLettersAt } from './finished-text.js';
import { needsNoCapital } from './needless-capitals.js';
import { sentencesOf } from './sentences-of.js';

/** English `I`, which is no name, and stays where the engine does not translate it. */
const pronoun = /(?<![\p{L}\p{M}\p{N}])I(?![\p{L}\p{M}\p{N}])/gu;
const capitalWord =
  /(?<![\p{L}\p{M}\p{N}'’])(?!I(?![\p{L}\p{M}\p{N}]))\p{Lu}(?:[\p{Ll}\p{M}]{1,80}|(?![\p{L}\p{M}\p{N}]))/gu;
/** The beginning of a sentence up to its first letter: `2) `, `"`. */
const opening = /^[^\p{L}\ufffc]{0,8}/u;

/** Whether a sentence has no capital behind its first letter. */
const hasNoName = (sentence: string): boolean => {
  const start = opening.exec(sentence)?.[0].length ?? 0;
  return !/\p{Lu}/u.test(sentence.slice(start + 1).replace(pronoun, 'i'));
};

/**
 * Writes `Gracias para contactarnos` for `Gracias Para contactarnos`: a sentence whose source has a capital at its
 * beginning alone has no other one either, unless the word is the first one of the source.
 */
export const withoutCapitalsWithin: FinishingRule = (source, stretches, target) => {
  const text = joinedText(stretches);
  if (!/[^\p{Lu}.!?…]\p{Lu}/u.test(text)) return stretches;
  const given = sentencesOf(source);
  const translated = sentencesOf(text);
  if (given.length !== translated.length) return stretches;
  const places = new Set<number>();
  for (const [index, { text: sentence, start }] of translated.entries()) {
    if (!hasNoName(given[index]?.text ?? '')) continue;
    const first = opening.exec(sentence)?.[0].length ?? 0;
    for (const { 0: word, index: at } of sentence.matchAll(capitalWord)) {
      if (at > first && !source.includes(word) && needsNoCapital(word, target)) places.add(start + at);
    }
  }
  return withSmallLettersAt(places, stretches, target);
};
