import { type FinishingRule, joinedText, withSmallLettersAt } from './finished-text.js';

/** Letters of the acronyms that an engine takes such capitals from. */
const maxAcronym = 4;

/** The end of a sentence before another one, and the signs that it has at most. */
const sentenceStart = /(?:^|[.!?…]["'”’)]?\s)["'“‘«(¿¡]?$/u;
const maxBefore = 4;

/** A word in capitals that is too long for an acronym. */
const longWord = /(?<![\p{L}\p{M}\p{N}])\p{Lu}{6,80}(?![\p{L}\p{M}\p{N}])/gu;

/** Writes `IVA comprendido` for `IVA COMPRENDIDO`, where the source has no capitals but those of an acronym. */
export const withoutLongCapitals: FinishingRule = (source, stretches, target) => {
  const places = new Set<number>();
  const text = joinedText(stretches);
  for (const { 0: word, index } of text.matchAll(longWord)) {
    const first = sentenceStart.test(text.slice(0, index).slice(-maxBefore)) ? 1 : 0;
    for (let at = first; at < word.length; at += 1) places.add(index + at);
  }
  const longest = Math.max(0, ...(source.match(/\p{Lu}{2,}/gu) ?? []).map(({ length }) => length));
  return longest === 0 || longest > maxAcronym ? stretches : withSmallLettersAt(places, stretches, target);
};
