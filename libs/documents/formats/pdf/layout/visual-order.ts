import type { PlacedGlyph } from './fragments.js';

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** Digits of Arabic and Persian: numbers run rightwards among letters that run leftwards. */
const arabicDigit = /[\u0660-\u0669\u06f0-\u06f9]/;
const leftToRight = /[\p{L}\p{N}]/u;

const runsLeftwards = ({ text }: PlacedGlyph): boolean => rightToLeft.test(text) && !arabicDigit.test(text);
const hasLetter = (glyph: PlacedGlyph): boolean => leftToRight.test(glyph.text) && !runsLeftwards(glyph);
/** Formulas run rightwards with all their signs. */
const runsRightwards = (glyph: PlacedGlyph): boolean =>
  hasLetter(glyph) || (glyph.text.trim() !== '' && (glyph.show.state?.font?.isMath ?? false));

/** In parts of the font size: the gap of a space, in a line that was set tight too, whose letters stand close. */
const spaceGap = 0.18;
const tightSpaceGap = 0.1;
const closeLetters = 0.05;

/** The glyphs of a line in reading order. Lines with letters that run leftwards are drawn in any order: place decides. */
export const logicalOrder = (glyphs: readonly PlacedGlyph[]): PlacedGlyph[] => {
  const leftwards = glyphs.filter(runsLeftwards).length;
  if (leftwards === 0) return [...glyphs];
  const visual = [...glyphs].sort((one, other) => one.along - other.along);
  const rightwards = glyphs.filter(hasLetter).length;
  const ordered =
    leftwards >= rightwards ? fromRuns(visual, runsRightwards).reverse() : fromRuns(visual, runsLeftwards);
  markGaps(visual, ordered);
  if (leftwards >= rightwards) mirrorBrackets(ordered);
  return ordered;
};

const mirrored: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' };

/** Gives brackets the side that they have in reading order: some maps tell them as they look on the page. */
const mirrorBrackets = (ordered: readonly PlacedGlyph[]): void => {
  const brackets = ordered.filter(({ text }) => mirrored[text] !== undefined);
  const opening = brackets.filter(({ text }) => /[([{]/.test(text)).length;
  if (2 * opening !== brackets.length || /[([{]/.test(brackets[0]?.text ?? '(')) return;
  for (const glyph of brackets) glyph.text = mirrored[glyph.text] ?? glyph.text;
};

/** Marks each glyph of a line in reading order that stands apart on the page from the one before it. */
const markGaps = (visual: readonly PlacedGlyph[], ordered: readonly PlacedGlyph[]): void => {
  const gaps = gapsBefore(visual);
  const least = [...gaps].sort((one, other) => one - other);
  const isTight = (least[least.length >> 1] ?? 0) < closeLetters;
  const places = new Map(visual.map((glyph, at) => [glyph, at]));
  const placeOf = (at: number): number => places.get(ordered[at] as PlacedGlyph) ?? Number.NaN;
  for (const [at, glyph] of ordered.entries()) {
    const gap = at === 0 ? 0 : (gaps[gapBetween(placeOf(at - 1), placeOf(at), placeOf(at + 1))] ?? 0);
    glyph.isApart = gap > (isTight ? tightSpaceGap : spaceGap);
  }
};

/** The room at the left of each glyph, in parts of the font size, in the order of the page. */
const gapsBefore = (visual: readonly PlacedGlyph[]): number[] => {
  let end = Number.POSITIVE_INFINITY;
  return visual.map((glyph) => {
    const gap = (glyph.along - end) / glyph.show.height;
    end = end === Number.POSITIVE_INFINITY ? glyph.end : Math.max(end, glyph.end);
    return gap;
  });
};

/**
 * The gap that stands between two glyphs of a line in reading order, by their places on the page and that of the next one:
 * the glyph that it is at the left of. A run that goes the other way begins at its far end.
 */
const gapBetween = (one: number, other: number, next: number): number => {
  if (Math.abs(one - other) === 1) return Math.max(one, other);
  const begins = other < one ? next === other + 1 : next === other - 1;
  if (other < one) return begins ? one : other + 1;
  return begins ? one + 1 : other;
};

/** The line with each run of such glyphs turned round, with what stands between two of them. */
const fromRuns = (visual: readonly PlacedGlyph[], isOther: (glyph: PlacedGlyph) => boolean): PlacedGlyph[] => {
  const out: PlacedGlyph[] = [];
  for (let at = 0; at < visual.length; ) {
    let end = at;
    for (let look = at; look < visual.length; look += 1) {
      const glyph = visual[look];
      if (!glyph || (look === at && !isOther(glyph))) break;
      if (isOther(glyph)) end = look + 1;
      else if (leftToRight.test(glyph.text)) break;
    }
    if (end > at) {
      for (const glyph of visual.slice(at, end).reverse()) out.push(glyph);
      at = end;
    } else {
      const glyph = visual[at];
      if (glyph) out.push(glyph);
      at += 1;
    }
  }
  return out;
};
