import { type Fragment, isSameDirection } from './fragments.js';
import { maxDown } from './tagged-paragraphs.js';

/** In heights of a line: how far apart lines with double spacing are, at most, and how long those are that tell of it. */
const maxDouble = 3.2;
const minLong = 20;
/** Lines that go on in lower case as far below another, at least, and how much the others may differ from them. */
const minPairs = 3;
const tolerance = 0.05;

/**
 * How far below a line the next one of its paragraph stands at most, in heights of a line: farther than usual in a text
 * with double spacing, which shows where long lines so far apart go on in lower case.
 */
export const maxDownIn = (fragments: readonly Fragment[]): ((line: Fragment) => number) => {
  const ratios: number[] = [];
  for (const [at, line] of fragments.entries()) {
    const last = fragments[at - 1];
    if (!last || !isLong(last) || !startsLower(line) || !isSameDirection(last.direction, line.direction)) continue;
    if (Math.abs(last.height - line.height) > 0.08 * last.height) continue;
    const ratio = (last.across - line.across) / last.height;
    if (ratio > maxDown && ratio < maxDouble) ratios.push(ratio);
  }
  const median = ratios.sort((one, other) => one - other)[ratios.length >> 1] ?? 0;
  const isDouble = ratios.filter((ratio) => Math.abs(ratio - median) < tolerance * median).length >= minPairs;
  return (line) => (isDouble && isLong(line) ? Math.max(maxDown, median * (1 + tolerance)) : maxDown);
};

const isLong = ({ start, end, height, isBeside }: Fragment): boolean => end - start > minLong * height && !isBeside;

/** Whether the first sign of a line is a letter in lower case. */
export const startsLower = ({ glyphs }: Fragment): boolean =>
  /^\p{Ll}/u.test(glyphs.find(({ text }) => text.trim() !== '')?.text ?? '');
