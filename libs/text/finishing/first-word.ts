import { type FinishingRule, joinedText } from './finished-text.js';

/** A first word in capitals, of two to four letters, before another word. */
const capitals = /^\p{Lu}{2,4}(?= \p{L})/u;

/** Writes `El agua` for `EL agua`, if the source has no word in capitals. */
export const withoutFirstWordInCapitals: FinishingRule = (source, stretches, target) => {
  const [word] = capitals.exec(joinedText(stretches)) ?? [];
  const [first, ...others] = stretches;
  if (word === undefined || first === undefined || first.isFixed || !first.text.startsWith(word)) return stretches;
  if (/\p{Lu}{2}/u.test(source)) return stretches;
  const text = `${word.charAt(0)}${word.slice(1).toLocaleLowerCase(target)}${first.text.slice(word.length)}`;
  return [{ ...first, text }, ...others];
};
