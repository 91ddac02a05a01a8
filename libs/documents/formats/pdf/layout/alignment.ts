import type { Obstacles } from './obstacles.js';
import type { Paragraph } from './paragraphs.js';
import { rangeOf } from './range.js';

export type Alignment = 'start' | 'centre' | 'end';

/** How far there is nothing on both sides of a paragraph. */
export interface FreeSpace {
  left: number;
  right: number;
  /** Whether rules are what ends it. */
  isCell: boolean;
}

/** How a line stands in a cell of a table; undefined where it stands in none, or at its start. */
export const alignmentInCell = (
  { start, end, height }: Paragraph,
  { left, right, isCell }: FreeSpace,
): Alignment | undefined => {
  const [before, after] = [start - left, right - end];
  if (!isCell || before < 0.6 * height) return undefined;
  if (Math.abs(before - after) < 0.6 * height) return 'centre';
  return after < 0.5 * height && before > 1.5 * height ? 'end' : undefined;
};

/** Whether several lines stand in the middle of a cell: they begin at places of their own, though these may be near each other. */
export const areCentredInCell = (
  { lines, start, end, height }: Paragraph,
  { left, right, isCell }: FreeSpace,
): boolean => {
  const [before, after] = [start - left, right - end];
  const middles = spreadOf([(start + end) / 2, ...lines.map((line) => (line.start + line.end) / 2)]);
  return (
    isCell &&
    before > 0.3 * height &&
    Math.abs(before - after) < 0.4 * height &&
    middles < 0.15 * height &&
    spreadOf(lines.map((line) => line.start)) > 0.05 * height
  );
};

/** In font sizes: the width that two lines may have in common by chance. */
const maxEqual = 10;

/** How a line stands among the lines above and below it; undefined where they tell nothing. */
export const alignmentInStack = (
  { start, end, height }: Paragraph,
  obstacles: Obstacles,
  bottom: number,
  top: number,
): Alignment | undefined => {
  const near = (one: number, other: number): boolean => Math.abs(one - other) < 0.15 * height;
  // Two words may be equally wide by chance, and tell nothing of each other then.
  const isShort = end - start < maxEqual * height;
  let alignment: Alignment | undefined;
  for (const row of obstacles.rowsBetween(bottom - 2 * height, top + 2 * height)) {
    for (const other of row.between(start, end)) {
      const isStacked = other.top < bottom + 0.2 * height || other.bottom > top - 0.2 * height;
      const isNear = other.top > bottom - 2 * height && other.bottom < top + 2 * height;
      if (!other.line || other.isTurned || !isStacked || !isNear) continue;
      if (near(other.start, start)) {
        if (isShort && near(other.end, end)) continue;
        return 'start';
      }
      if (near((other.start + other.end) / 2, (start + end) / 2)) alignment = 'centre';
      else if (near(other.end, end)) alignment ??= 'end';
    }
  }
  return alignment;
};

/** Part of the lines of a paragraph but the first that begin at one place: some may be indented. */
const minAtStart = 0.8;

/** How the lines of a paragraph stand by themselves, or on a page with text from `left` to `right`. */
export const alignmentOf = (
  { lines, start, end, height }: Paragraph,
  { left, right }: { left: number; right: number },
): Alignment => {
  const near = (one: number, other: number): boolean => Math.abs(one - other) < 0.4 * height;
  const middle = (left + right) / 2;
  if (lines.length === 1) {
    const isIndented = start - left > 2 * height && lines[0]?.isListItem === false;
    if (isIndented && near((start + end) / 2, middle)) return 'centre';
    return isIndented && near(end, right) && start > middle ? 'end' : 'start';
  }
  if (lines.length === 2 && endsMeet(lines, height)) return mayRunOn(lines, height) ? 'start' : 'end';
  if (lines.length > 2 && middlesMeet(lines, height)) return 'centre';
  const body = lines.slice(1);
  const atStart = body.filter((line) => near(line.start, body[0]?.start ?? 0)).length;
  if (
    atStart >= minAtStart * body.length &&
    (body.length > 1 || (near(body[0]?.start ?? 0, start) && near(lines[0]?.start ?? 0, start)))
  )
    return 'start';
  if (lines.every((line) => near((line.start + line.end) / 2, (start + end) / 2))) return 'centre';
  return lines.every((line) => near(line.end, end)) ? 'end' : 'start';
};

const spreadOf = (places: readonly number[]): number => {
  const [least, greatest] = rangeOf(places);
  return greatest - least;
};

/** In font sizes: how wide two lines are, and how far from each other they begin, that end at one place by chance. */
const minRunOn = { width: 20, shift: 4 };

/** Whether two lines are as well those of a text whose first line is indented, hangs out or stands behind a mark, and that fill their width. */
const mayRunOn = (lines: Paragraph['lines'], height: number): boolean => {
  const [, widest] = rangeOf(lines.map(({ start, end }) => end - start));
  const shift = spreadOf(lines.map(({ start }) => start));
  return widest > minRunOn.width * height && shift < minRunOn.shift * height;
};

/** Whether lines end at one place and begin at others. */
const endsMeet = (lines: Paragraph['lines'], height: number): boolean =>
  spreadOf(lines.map(({ end }) => end)) < 0.05 * height && spreadOf(lines.map(({ start }) => start)) > 0.2 * height;

/** Whether lines have one middle, though some may begin near each other by chance. */
const middlesMeet = (lines: Paragraph['lines'], height: number): boolean =>
  spreadOf(lines.map(({ start, end }) => (start + end) / 2)) < 0.2 * height &&
  spreadOf(lines.map(({ start }) => start)) > 0.5 * height;
