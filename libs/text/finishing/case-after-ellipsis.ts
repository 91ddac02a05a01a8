import { type FinishingRule, joinedText, withSmallLettersAt } from './finished-text.js';

/** A word in a capital and small letters, or one capital other than English `I`, after `…` or `...`. */
const capitalAfter = /(?<=(?:…|\.\.\.) )(?!I(?!\p{L}))\p{Lu}(?=\p{Ll}|(?!\p{L}))/gu;
/** A capital that begins no sentence, so that a name may stand anywhere. */
const capitalWithin = /(?<!^["'“‘«(]?)(?<![.!?]["'”’»)]?\s["'“‘«(]?)\p{Lu}/u;

/** Writes `Dijo… y dejó` for `Dijo… Y dejó`, if the source goes on in small letters after each `…` and has no names. */
export const withoutCapitalAfterEllipsis: FinishingRule = (source, stretches, target) => {
  if (!/(?:…|\.\.\.) \p{Ll}/u.test(source) || /(?:…|\.\.\.) [^\p{Ll}]/u.test(source)) return stretches;
  if (capitalWithin.test(source)) return stretches;
  const places = new Set([...joinedText(stretches).matchAll(capitalAfter)].map(({ index }) => index));
  return withSmallLettersAt(places, stretches, target);
};
