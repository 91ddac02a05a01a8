import { type FinishingRule, joinedText, withSignsAt } from './finished-text.js';

/** Places of the straight quotation marks of a text, which open and close by turns. */
const marksOf = (text: string): number[] => [...text.matchAll(/"/g)].map(({ index }) => index);

/** Whether each first mark of two opens and each second one closes, with no space within. */
const isTight = (text: string, marks: readonly number[]): boolean =>
  marks.every((at, index) =>
    index % 2 === 0
      ? /^(?:|[\s([{¿¡—–-])$/u.test(text.slice(Math.max(0, at - 1), at)) && /^\S/u.test(text.slice(at + 1))
      : /\S$/u.test(text.slice(0, at)),
  );

/** Takes away a space within straight quotation marks (`" Pensé mucho"`), if the source has as many, and none there. */
export const withoutSpacesInQuotes: FinishingRule = (source, stretches) => {
  const text = joinedText(stretches);
  if (!/" | "/.test(text)) return stretches;
  const marks = marksOf(text);
  const given = marksOf(source);
  if (marks.length !== given.length || marks.length % 2 === 1 || !isTight(source, given)) return stretches;
  const spaces = new Map<number, string>();
  for (const [index, at] of marks.entries()) {
    const beside = index % 2 === 0 ? at + 1 : at - 1;
    if (text.charAt(beside) === ' ') spaces.set(beside, '');
  }
  return withSignsAt(spaces, stretches);
};
