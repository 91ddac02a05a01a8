import bidiFactory from 'bidi-js';
import { rangeOf } from '../layout/range.js';

// The package is CommonJS, which its types do not say.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The level of each code unit (Unicode Standard Annex 9): odd ones run leftwards. Undefined where all run rightwards. */
export const levelsOf = (text: string, isRightToLeft: boolean): Uint8Array | undefined => {
  if (!isRightToLeft && !rightToLeft.test(text)) return undefined;
  return bidi.getEmbeddingLevels(text, isRightToLeft ? 'rtl' : 'ltr').levels;
};

/** The text with brackets turned round where it runs leftwards. */
export const mirrored = (text: string, level: number): string =>
  level % 2 === 0 ? text : [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');

/** The items of a line from left to right (rule L2). */
export const visualOrder = <Item extends { level: number }>(items: readonly Item[]): Item[] => {
  const ordered = [...items];
  const [, highest] = rangeOf(ordered.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let at = 0; at < ordered.length; at += 1) {
      if ((ordered[at]?.level ?? 0) < level) continue;
      let end = at;
      while ((ordered[end]?.level ?? 0) >= level && end < ordered.length) end += 1;
      ordered.splice(at, end - at, ...ordered.slice(at, end).reverse());
      at = end;
    }
  }
  return ordered;
};
