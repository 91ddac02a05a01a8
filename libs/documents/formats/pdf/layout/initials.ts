import type { Fragment, PlacedGlyph } from './fragments.js';

/** How many times as high as its line an initial is, at least and at most, and signs of the line, at least. */
const minRatio = 1.3;
const maxRatio = 8;
const minSigns = 12;
/** In parts of the height of the initial: how far behind it its line begins. */
const maxGap = 0.3;

const isInked = ({ text }: PlacedGlyph): boolean => text.trim() !== '';

/** Whether a glyph is the first one behind an initial: a capital, higher than its line, whose foot may stand on a line below. */
export const isBehindInitial = ({ glyphs, height, across, end }: Fragment, item: PlacedGlyph): boolean => {
  const [first] = glyphs;
  if (first === undefined || !/^\p{Lu}$/u.test(first.text) || glyphs.length > 1) return false;
  const { height: own } = item.show;
  const gap = item.along - end;
  return (
    height > minRatio * own &&
    height < maxRatio * own &&
    item.across > across - 0.1 * own &&
    item.across + own < across + 1.1 * height &&
    gap > -0.3 * own &&
    gap < maxGap * height
  );
};

/** Gives a line that begins with an initial the height and the place of its other letters; the initial is a letter as they are. */
export const settleInitial = (line: Fragment): void => {
  if (line.initial === undefined) return;
  const [first, second, ...others] = line.glyphs.filter(isInked);
  if (!first || !second) return;
  const rest = [second, ...others];
  const tallest = rest.reduce((best, glyph) => (glyph.show.height > best.show.height ? glyph : best));
  if (rest.length < minSigns || first.show.height < minRatio * tallest.show.height) {
    line.initial = undefined;
    if (first.show.height <= line.height) return;
    line.height = first.show.height;
    line.across = first.across;
    return;
  }
  first.like = tallest;
  second.isApart = false;
  line.height = tallest.show.height;
  line.across = tallest.across;
};

/** The line as wide as one that begins at an initial, where it stands beside that of a paragraph; the line itself elsewhere. */
export const besideInitial = ([first]: readonly Fragment[], line: Fragment): Fragment => {
  if (first?.initial === undefined) return line;
  const { initial } = first;
  const gap = line.start - initial.end;
  const isBeside =
    line.across > initial.across - 0.2 * line.height &&
    gap > -0.3 * line.height &&
    gap < maxGap * initial.show.height + line.height;
  return isBeside ? { ...line, start: first.start } : line;
};
