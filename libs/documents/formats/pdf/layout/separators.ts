import type { Box } from '../content/box.js';
import type { Rule } from '../content/ruled-lines.js';
import { ByAxis, seenAlong } from './axes.js';
import { firstFrom } from './first-from.js';
import type { Fragment } from './fragments.js';

/** Rules of one level that touch: `from` and `to` along it. */
interface Separator {
  level: number;
  from: number;
  to: number;
}

/** Points by which the ends of a rule may differ in level, and by which its pieces may be apart: corners of cells are often left out. */
const maxSlant = 0.5;
const maxGap = 1.5;
/** Rules that are looked at between two lines or words: more than that are a hatching. */
const maxLooks = 64;
/** In parts of the font size: how far a rule goes on beyond the lines that it parts; an underline ends with its words. */
const beyond = 0.1;
/** In parts of the font size: how high a border is, at least, unlike the frame of some words within a line. */
const minBorder = 2;
/** In parts of the font size: how wide a box or a blank between words is, at least. */
const minBox = 0.4;
/** In parts of the font size: how high a box to tick is, at most, and how far from its words its first side is. */
const maxBox = 1.7;
const maxBoxGap = 2.5;
/** In parts of the font size: how high the filled part of a row is, at least; what is lower marks words of a line. */
const minEdge = 1.45;
/** In parts of the font size: how wide a narrow cell is, at most. */
const maxNarrowCell = 14;

/** In parts of the font size: how wide and high a drawn bullet is, how many times as long as broad, where its middle stands above the baseline, how far from its words it ends, and how far above and below nothing alike stands. */
const bullet = { min: 0.12, max: 0.9, maxRatio: 2, lowest: 0.05, highest: 0.65, nearest: 0.1, farthest: 3, alone: 0.9 };

/** A small shape as lines of one direction see it. */
interface Shape {
  /** The middle of its height. */
  level: number;
  left: number;
  right: number;
  height: number;
}

const shapesOf = (boxes: readonly Box[], axis: Fragment['direction']): Shape[] =>
  boxes
    .map(({ left, bottom, right, top }): Shape => {
      const [[one, foot], [other, head]] = [seenAlong([left, bottom], axis), seenAlong([right, top], axis)];
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      return { level: (foot + head) / 2, left: from, right: to, height: Math.abs(head - foot) };
    })
    .sort((one, other) => one.level - other.level);

/** The rules of a content as lines of one direction see them. */
interface Borders {
  levels: readonly Separator[];
  uprights: readonly Separator[];
  /** The upright sides of what is filled. */
  edges: readonly Separator[];
}

const bordersOf = (rules: readonly Rule[], axis: Fragment['direction']): Borders => {
  const levels: Separator[] = [];
  const uprights: Separator[] = [];
  const edges: Separator[] = [];
  for (const { from, to, isEdge } of rules) {
    const [[start, foot], [end, head]] = [seenAlong(from, axis), seenAlong(to, axis)];
    const [x, y] = [Math.abs(end - start), Math.abs(head - foot)];
    if (y < maxSlant && y <= x && !isEdge) levels.push(separatorOf(foot, start, end));
    if (x < maxSlant && x <= y) (isEdge ? edges : uprights).push(separatorOf(start, foot, head));
  }
  return { levels: joined(levels), uprights: joined(uprights), edges: joined(edges) };
};

/** The level and upright rules of a content that part its texts, as the borders of cells do; level as lines of a text see them. */
export class Separators {
  private readonly borders: ByAxis<Borders>;
  private readonly shapes: ByAxis<readonly Shape[]>;

  constructor(rules: readonly Rule[], shapes: readonly Box[]) {
    this.borders = new ByAxis((axis) => bordersOf(rules, axis));
    this.shapes = new ByAxis((axis) => shapesOf(shapes, axis));
  }

  /** Whether a rule goes between two lines, beyond both ends of both. */
  isBetweenLines(above: Fragment, below: Fragment): boolean {
    const borders = this.borders.of(above.direction);
    if (!borders) return false;
    const margin = beyond * above.height;
    const start = Math.min(above.start, below.start) - margin;
    const end = Math.max(above.end, below.end) + margin;
    const [bottom, top] = [below.across + 0.6 * below.height, above.across - 0.05 * above.height];
    return between(borders.levels, bottom, top).some(({ from, to }) => from <= start && to >= end);
  }

  /** Whether a stretch of a line stands in a narrow cell, where the words of a justified line are far apart. */
  isInNarrowCell(line: Pick<Fragment, 'direction' | 'across' | 'height'>, start: number, end: number): boolean {
    const uprights = this.borders.of(line.direction)?.uprights ?? [];
    const reach = maxNarrowCell * line.height;
    const left = between(uprights, start - reach, start).findLast((border) => isBorder(border, line));
    const right = between(uprights, end, end + reach).find((border) => isBorder(border, line));
    return left !== undefined && right !== undefined && right.level - left.level <= reach;
  }

  /** Whether something that is filled, and is higher than a line, begins or ends between two places of it: a cell of another colour. */
  isAtEdge(line: Fragment, start: number, end: number): boolean {
    const edges = this.borders.of(line.direction)?.edges ?? [];
    return between(edges, start, end).some((edge) => isBorder(edge, line, minEdge));
  }

  /** Whether a line begins right behind a small box, as the words of a choice to tick do. */
  isBehindBox(line: Pick<Fragment, 'direction' | 'across' | 'height' | 'start'>): boolean {
    const { direction, across, height, start } = line;
    const sides = between(this.borders.of(direction)?.uprights ?? [], start - maxBoxGap * height, start).filter(
      ({ from, to }) =>
        to - from > minBox * height &&
        to - from < maxBox * height &&
        from > across - 0.6 * height &&
        to < across + 1.3 * height,
    );
    const [first, last] = [sides[0], sides.at(-1)];
    return first !== undefined && last !== undefined && last.level - first.level > minBox * height;
  }

  /** Whether a bullet that is drawn stands before a line; a dotted border, which goes on above or below, is none. */
  isBehindBullet({
    direction,
    across,
    height,
    start,
  }: Pick<Fragment, 'direction' | 'across' | 'height' | 'start'>): boolean {
    const shapes = between(this.shapes.of(direction) ?? [], across - height, across + 1.7 * height);
    const isSized = (length: number): boolean => length > bullet.min * height && length < bullet.max * height;
    const found = shapes.filter(
      ({ level, left, right, height: high }) =>
        isSized(right - left) &&
        isSized(high) &&
        Math.max(right - left, high) < bullet.maxRatio * Math.min(right - left, high) &&
        level > across + bullet.lowest * height &&
        level < across + bullet.highest * height &&
        right < start - bullet.nearest * height &&
        right > start - bullet.farthest * height,
    );
    const isNear = (one: Shape, other: Shape): boolean => {
      const apart = Math.abs(one.level - other.level);
      return (
        apart > 0.1 * height && apart < bullet.alone * height && other.left <= one.right && other.right >= one.left
      );
    };
    return found.some((shape) => !shapes.some((other) => isNear(shape, other)));
  }

  /** Whether something is drawn between two places of a line: an upright rule that is higher, a box or a blank to fill in. */
  isBetweenWords({ direction, across, height }: Fragment, start: number, end: number): boolean {
    const borders = this.borders.of(direction);
    if (!borders) return false;
    const [bottom, top] = [across + 0.05 * height, across + 0.6 * height];
    const isHigh = ({ from, to }: Separator): boolean => from <= bottom && to >= top && to - from > minBorder * height;
    if (between(borders.uprights, start, end).some(isHigh)) return true;
    const isInGap = ({ from, to }: Separator): boolean =>
      to - from > minBox * height && from > start - beyond * height && to < end + beyond * height;
    return between(borders.levels, across - 0.4 * height, across + height).some(isInGap);
  }
}

/** Whether an upright separator is higher than a line, and stands beside it. */
const isBorder = (
  { from, to }: Separator,
  { across, height }: Pick<Fragment, 'across' | 'height'>,
  least = minBorder,
): boolean => from <= across + 0.05 * height && to >= across + 0.6 * height && to - from > least * height;

const separatorOf = (level: number, one: number, other: number): Separator => ({
  level,
  from: Math.min(one, other),
  to: Math.max(one, other),
});

const joined = (separators: Separator[]): Separator[] => {
  const half = ({ level }: Separator): number => Math.round(level * 2);
  separators.sort((one, other) => half(one) - half(other) || one.from - other.from);
  const found: Separator[] = [];
  for (const separator of separators) {
    const last = found.at(-1);
    if (last && half(last) === half(separator) && separator.from - last.to < maxGap)
      last.to = Math.max(last.to, separator.to);
    else found.push({ ...separator });
  }
  return found.sort((one, other) => one.level - other.level);
};

/** The first of those whose level is between two, in ascending levels. */
const between = <T extends { level: number }>(separators: readonly T[], low: number, high: number): readonly T[] => {
  const first = firstFrom(separators, low, ({ level }) => level);
  let end = first;
  while (end - first < maxLooks && (separators[end]?.level ?? Number.POSITIVE_INFINITY) <= high) end += 1;
  return separators.slice(first, end);
};
