import type { PlacedGlyph } from './fragments.js';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const leftToRight = /[\p{L}\p{N}]/u;

/** The glyphs of a line in reading order. Lines with letters that run leftwards are drawn in any order: place decides. */
export const logicalOrder = (glyphs: readonly PlacedGlyph[]): PlacedGlyph[] => {
  const leftwards = glyphs.filter(({ text }) => rightToLeft.test(text)).length;
  if (leftwards === 0) return [...glyphs];
  const visual = [...glyphs].sort((one, other) => one.along - other.along);
  const rightwards = glyphs.filter(({ text }) => leftToRight.test(text) && !rightToLeft.test(text)).length;
  markGaps(visual);
  return leftwards >= rightwards
    ? fromRuns(visual, (text) => leftToRight.test(text) && !rightToLeft.test(text)).reverse()
    : fromRuns(visual, (text) => rightToLeft.test(text));
};

/** Marks each glyph that stands apart on the page from its neighbour there. */
const markGaps = (visual: PlacedGlyph[]): void => {
  let end = Number.POSITIVE_INFINITY;
  for (const glyph of visual) {
    glyph.isApart = glyph.along - end > 0.18 * glyph.show.height;
    end = end === Number.POSITIVE_INFINITY ? glyph.end : Math.max(end, glyph.end);
  }
};

/** The line with each run of such characters turned round, with what stands between two of them. */
const fromRuns = (visual: readonly PlacedGlyph[], isOther: (text: string) => boolean): PlacedGlyph[] => {
  const out: PlacedGlyph[] = [];
  for (let at = 0; at < visual.length; ) {
    let end = at;
    for (let look = at; look < visual.length && isOther(visual[at]?.text ?? ''); look += 1) {
      const { text } = visual[look] ?? { text: '' };
      if (isOther(text)) end = look + 1;
      else if (leftToRight.test(text)) break;
    }
    if (end > at) {
      out.push(...visual.slice(at, end).reverse());
      at = end;
    } else {
      const glyph = visual[at];
      if (glyph) out.push(glyph);
      at += 1;
    }
  }
  return out;
};
