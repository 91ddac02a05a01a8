import type { Rule } from '../content/ruled-lines.js';
import type { Fragment } from './fragments.js';

/** Rules of one level that touch: `from` and `to` along it. */
interface Ruling {
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

/** The level and upright rules of a content that part its texts, as the borders of cells do. */
export class Rulings {
  private readonly levels: readonly Ruling[];
  private readonly uprights: readonly Ruling[];

  constructor(rules: readonly Rule[]) {
    const levels: Ruling[] = [];
    const uprights: Ruling[] = [];
    for (const { from, to, isEdge } of rules) {
      if (isEdge) continue;
      const [x, y] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
      if (y < maxSlant && y <= x) levels.push(rulingOf(from[1], from[0], to[0]));
      if (x < maxSlant && x <= y) uprights.push(rulingOf(from[0], from[1], to[1]));
    }
    this.levels = joined(levels);
    this.uprights = joined(uprights);
  }

  /** Whether a rule goes between two lines, beyond both ends of both. */
  isBetweenLines(above: Fragment, below: Fragment): boolean {
    if (!isUpright(above)) return false;
    const margin = beyond * above.height;
    const start = Math.min(above.start, below.start) - margin;
    const end = Math.max(above.end, below.end) + margin;
    const [bottom, top] = [below.across + 0.6 * below.height, above.across - 0.05 * above.height];
    return between(this.levels, bottom, top).some(({ from, to }) => from <= start && to >= end);
  }

  /** Whether something is drawn between two places of a line: an upright rule that is higher, a box or a blank to fill in. */
  isBetweenWords({ direction, across, height }: Fragment, start: number, end: number): boolean {
    if (!isUpright({ direction })) return false;
    const [bottom, top] = [across + 0.05 * height, across + 0.6 * height];
    const isBorder = ({ from, to }: Ruling): boolean => from <= bottom && to >= top && to - from > minBorder * height;
    if (between(this.uprights, start, end).some(isBorder)) return true;
    const isInGap = ({ from, to }: Ruling): boolean =>
      to - from > minBox * height && from > start - beyond * height && to < end + beyond * height;
    return between(this.levels, across - 0.4 * height, across + height).some(isInGap);
  }
}

const isUpright = ({ direction }: Pick<Fragment, 'direction'>): boolean => direction.x > 0.9998;

const rulingOf = (level: number, one: number, other: number): Ruling => ({
  level,
  from: Math.min(one, other),
  to: Math.max(one, other),
});

const joined = (rulings: Ruling[]): Ruling[] => {
  const half = ({ level }: Ruling): number => Math.round(level * 2);
  rulings.sort((one, other) => half(one) - half(other) || one.from - other.from);
  const found: Ruling[] = [];
  for (const ruling of rulings) {
    const last = found.at(-1);
    if (last && half(last) === half(ruling) && ruling.from - last.to < maxGap) last.to = Math.max(last.to, ruling.to);
    else found.push({ ...ruling });
  }
  return found.sort((one, other) => one.level - other.level);
};

/** The first of those whose level is between two, in ascending levels. */
const between = (rulings: readonly Ruling[], low: number, high: number): readonly Ruling[] => {
  let [first, end] = [0, rulings.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((rulings[middle]?.level ?? 0) < low) first = middle + 1;
    else end = middle;
  }
  let last = first;
  while (last - first < maxLooks && (rulings[last]?.level ?? Number.POSITIVE_INFINITY) <= high) last += 1;
  return rulings.slice(first, last);
};
