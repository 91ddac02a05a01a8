import { invert } from '#libs/documents/formats/geometry/matrix.js';
import type { RulePath } from '../content/rule-paths.js';
import type { Rule } from '../content/ruled-lines.js';
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

/** Paths that touch on one line. */
interface JoinedRule {
  paths: RulePath[];
  left: number;
  right: number;
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
  private readonly joined = new Map<number, JoinedRule[]>();
  private readonly drawn = new Map<number, Rule[]>();
  private readonly taken = new Set<JoinedRule>();

  constructor(paths: readonly RulePath[], rules: readonly Rule[]) {
    if (paths.length === 0) return;
    for (const rule of join(paths)) push(this.joined, rowOf(rule.paths[0]?.middle ?? 0), rule);
    for (const rule of rules) {
      const [low, high] = [Math.min(rule.from[1], rule.to[1]), Math.max(rule.from[1], rule.to[1])];
      const last = Math.min(rowOf(high + 1), rowOf(low - 1) + maxRows);
      for (let row = rowOf(low - 1); row <= last; row += 1) push(this.drawn, row, rule);
    }
  }

  /** The rules of the glyphs of a paragraph. */
  of({ lines, direction, start, end }: Paragraph): ReadonlyMap<PlacedGlyph, readonly TextRule[]> {
    const found = new Map<PlacedGlyph, TextRule[]>();
    if (this.joined.size === 0 || direction.x < 0.9998) return found;
    for (const line of lines)
      for (const rule of this.near(line)) {
        const own = matching(rule, line);
        const isShown = rule.paths.every(({ clip }) => !clip || (clip.left <= start + 1 && clip.right >= end - 1));
        if (!own || !isShown || this.isBorder(rule)) continue;
        this.taken.add(rule);
        for (const glyph of line.glyphs) if (isOver(glyph, rule)) found.set(glyph, [...(found.get(glyph) ?? []), own]);
      }
    return found;
  }

  private near({ across, height }: Fragment): JoinedRule[] {
    const rows = new Set([rowOf(across + under.from * height), rowOf(across), rowOf(across + through.to * height)]);
    return [...rows].flatMap((row) => this.joined.get(row) ?? []).filter((rule) => !this.taken.has(rule));
  }

  /** Whether other lines meet it, or go on from it: then it is part of a table or a drawing. */
  private isBorder({ paths, left, right }: JoinedRule): boolean {
    const [{ middle, thickness } = { middle: 0, thickness: 0 }] = paths;
    const near = this.drawn.get(rowOf(middle)) ?? [];
    if (near.length >= maxInRow) return true;
    const reach = thickness / 2 + 1;
    return near.some(({ from, to }) => {
      const [low, high] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
      const [first, last] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
      if (high < middle - reach || low > middle + reach || last < left - 1.5 || first > right + 1.5) return false;
      return high - low > 2 * reach || first < left - 1 || last > right + 1;
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
const join = (paths: readonly RulePath[]): JoinedRule[] => {
  const joined: JoinedRule[] = [];
  const level = ({ middle }: RulePath): number => Math.round(middle * 2);
  const inOrder = paths
    .filter(({ matrix }) => invert(matrix))
    .sort((one, other) => level(one) - level(other) || one.left - other.left);
  for (const path of inOrder) {
    const last = joined.at(-1);
    const [first] = last?.paths ?? [];
    if (last && first && level(first) === level(path) && path.left - last.right < 1) {
      last.paths.push(path);
      last.right = Math.max(last.right, path.right);
    } else joined.push({ paths: [path], left: path.left, right: path.right });
  }
  return joined;
};

const isOver = ({ along, end }: PlacedGlyph, { left, right }: JoinedRule): boolean => {
  const middle = (along + end) / 2;
  return middle > left && middle < right;
};

/** The rule as one of the words of a line, where it begins and ends with words of it. */
const matching = (rule: JoinedRule, { glyphs, across, height }: Fragment): TextRule | undefined => {
  const [first] = rule.paths;
  if (!first || rule.paths.some(({ thickness }) => thickness > maxThickness * height)) return undefined;
  const above = first.middle - across;
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
