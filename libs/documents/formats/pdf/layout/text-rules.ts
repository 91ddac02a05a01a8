import { invert } from '#libs/documents/formats/geometry/matrix.js';
import type { Box } from '../content/box.js';
import type { RulePath } from '../content/rule-paths.js';
import type { Rule } from '../content/ruled-lines.js';
import { ByAxis, seenAlong } from './axes.js';
import type { Fragment, PlacedGlyph } from './fragments.js';
import type { Paragraph } from './paragraphs.js';

/** A rule under or through words. */
export interface TextRule {
  paths: readonly RulePath[];
  /** Rules that look alike have the same. */
  key: string;
  /** Its middle above the baseline; negative for an underline. */
  above: number;
}

/** Paths that touch on one line, as lines of one direction see them. */
interface JoinedRule {
  paths: RulePath[];
  left: number;
  right: number;
  /** The middle of its thickness. */
  middle: number;
}

const rowHeight = 24;
const maxInRow = 256;
const maxRows = 100;

/** In parts of the font size: where rules of text stand above its baseline, and how thick they are. */
const under = { from: -0.3, to: -0.02, name: 'under' };
const through = { from: 0.18, to: 0.45, name: 'through' };
const maxThickness = 0.12;
/** How far the ends of a rule may be from those of its words, in parts of the font size. */
const tolerance = 0.25;

const isBoundary = (glyph: PlacedGlyph | undefined): boolean => glyph === undefined || /^[\s\p{P}]*$/u.test(glyph.text);

/** The rules of a content that belong to words and to nothing else, such as the border of a table. */
export class TextRules {
  private readonly seen: ByAxis<SeenRules>;

  constructor(paths: readonly RulePath[], rules: readonly Rule[]) {
    this.seen = new ByAxis((axis) => new SeenRules(axis, paths, rules));
  }

  /** The rules of the glyphs of a paragraph. */
  of(paragraph: Paragraph): ReadonlyMap<PlacedGlyph, readonly TextRule[]> {
    return this.seen.of(paragraph.direction)?.of(paragraph) ?? new Map();
  }
}

/** The rules of a content as lines of one direction see them. */
class SeenRules {
  private readonly joined = new Map<number, JoinedRule[]>();
  private readonly drawn = new Map<number, Rule[]>();
  private readonly taken = new Set<JoinedRule>();

  constructor(
    private readonly axis: Fragment['direction'],
    paths: readonly RulePath[],
    rules: readonly Rule[],
  ) {
    for (const rule of join(paths, axis)) push(this.joined, rowOf(rule.middle), rule);
    if (this.joined.size === 0) return;
    for (const drawn of rules) {
      const rule = { ...drawn, from: seenAlong(drawn.from, axis), to: seenAlong(drawn.to, axis) };
      const [low, high] = [Math.min(rule.from[1], rule.to[1]), Math.max(rule.from[1], rule.to[1])];
      const last = Math.min(rowOf(high + 1), rowOf(low - 1) + maxRows);
      for (let row = rowOf(low - 1); row <= last; row += 1) push(this.drawn, row, rule);
    }
  }

  of({ lines, start, end }: Paragraph): ReadonlyMap<PlacedGlyph, readonly TextRule[]> {
    const found = new Map<PlacedGlyph, TextRule[]>();
    if (this.joined.size === 0) return found;
    for (const line of lines)
      for (const rule of this.near(line)) {
        const own = matching(rule, line);
        const isShown = rule.paths.every(({ clip }) => !clip || this.showsFrom(clip, start, end));
        if (!own || !isShown || this.isBorder(rule)) continue;
        this.taken.add(rule);
        for (const glyph of line.glyphs) if (isOver(glyph, rule)) found.set(glyph, [...(found.get(glyph) ?? []), own]);
      }
    return found;
  }

  private showsFrom({ left, bottom, right, top }: Box, start: number, end: number): boolean {
    const [[one], [other]] = [seenAlong([left, bottom], this.axis), seenAlong([right, top], this.axis)];
    return Math.min(one, other) <= start + 1 && Math.max(one, other) >= end - 1;
  }

  private near({ across, height }: Fragment): JoinedRule[] {
    const rows = new Set([rowOf(across + under.from * height), rowOf(across), rowOf(across + through.to * height)]);
    return [...rows].flatMap((row) => this.joined.get(row) ?? []).filter((rule) => !this.taken.has(rule));
  }

  /** Whether other lines meet it, or go on from it: then it is part of a table or a drawing. */
  private isBorder({ paths, left, right, middle }: JoinedRule): boolean {
    const [{ thickness } = { thickness: 0 }] = paths;
    const near = this.drawn.get(rowOf(middle)) ?? [];
    if (near.length >= maxInRow) return true;
    const reach = thickness / 2 + 1;
    return near.some(({ from, to, isEdge }) => {
      const [low, high] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
      const [first, last] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
      if (high < middle - reach || low > middle + reach || last < left - 1.5 || first > right + 1.5) return false;
      // Browsers fill the background of a line up to its underlines.
      return high - low > 2 * reach || (!isEdge && (first < left - 1 || last > right + 1));
    });
  }
}

const rowOf = (y: number): number => Math.floor(y / rowHeight);

const push = <T>(rows: Map<number, T[]>, row: number, item: T): void => {
  const own = rows.get(row) ?? [];
  if (own.length < maxInRow) own.push(item);
  rows.set(row, own);
};

/** Rules of one height that touch are one: some programs draw them word by word. */
const join = (paths: readonly RulePath[], axis: Fragment['direction']): JoinedRule[] => {
  const joined: JoinedRule[] = [];
  const level = ({ middle }: JoinedRule): number => Math.round(middle * 2);
  const inOrder = paths
    .flatMap((path) => (invert(path.matrix) ? ruleSeen(path, axis) : []))
    .sort((one, other) => level(one) - level(other) || one.left - other.left);
  for (const rule of inOrder) {
    const last = joined.at(-1);
    if (last && level(last) === level(rule) && rule.left - last.right < 1) {
      last.paths.push(...rule.paths);
      last.right = Math.max(last.right, rule.right);
    } else joined.push(rule);
  }
  return joined;
};

/** A path as a rule along an axis; none where it goes across. */
const ruleSeen = (path: RulePath, axis: Fragment['direction']): JoinedRule[] => {
  const [[one, middle], [other, head]] = [seenAlong(path.from, axis), seenAlong(path.to, axis)];
  const isAlong = Math.abs(other - one) > Math.abs(head - middle);
  return isAlong ? [{ paths: [path], left: Math.min(one, other), right: Math.max(one, other), middle }] : [];
};

const isOver = ({ along, end }: PlacedGlyph, { left, right }: JoinedRule): boolean => {
  const middle = (along + end) / 2;
  return middle > left && middle < right;
};

/** The rule as one of the words of a line, where it begins and ends with words of it. */
const matching = (rule: JoinedRule, { glyphs, across, height }: Fragment): TextRule | undefined => {
  const [first] = rule.paths;
  if (!first || rule.paths.some(({ thickness }) => thickness > maxThickness * height)) return undefined;
  const above = rule.middle - across;
  const place = [under, through].find(({ from, to }) => above >= from * height && above <= to * height);
  const from = glyphs.findIndex((glyph) => glyph.text.trim() !== '' && isOver(glyph, rule));
  const to = glyphs.findLastIndex((glyph) => glyph.text.trim() !== '' && isOver(glyph, rule));
  const [start, end, next] = [glyphs[from], glyphs[to], glyphs[to + 1]];
  if (!place || !start || !end) return undefined;
  const begins =
    (start.isApart || isBoundary(glyphs[from - 1])) && Math.abs(start.along - rule.left) < tolerance * height;
  // A space behind the last word may have it too.
  const following = glyphs.slice(to + 1, to + 3).find(({ text }) => text.trim() !== '');
  const ends =
    (next?.isApart || isBoundary(next)) &&
    (Math.abs(end.end - rule.right) < tolerance * height ||
      (following !== undefined && Math.abs(following.along - rule.right) < tolerance * height));
  if (!begins || !ends) return undefined;
  const { paint, thickness, colour } = first;
  return { paths: rule.paths, key: `${place.name} ${paint} ${thickness.toFixed(1)} ${colour}`, above };
};
