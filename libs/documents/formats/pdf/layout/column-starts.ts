import { type Fragment, isSameDirection, type PlacedGlyph } from './fragments.js';

/** Parts of the height of a line: the least gap before a column, that between words, and how near its lines begin to one place. */
const minGap = 0.7;
const minWordGap = 0.15;
const near = 0.15;
/** How many times as wide as the narrowest gap between words of the line the gap before a column is, at least. */
const minRatio = 1.8;
/** In heights of a line: how far below or above lines tell of a column. */
const reach = 10;
/** Other lines that begin where a column does, at least. */
const minLines = 2;

/** Side of a cell in which lines are looked up by where they begin, in points, and how many a cell knows. */
const cellWidth = 4;
const cellHeight = 150;
const maxInCell = 48;

/** Where lines of a page begin: words with a narrow gap before them that begin there, too, are in a column of their own. */
export class ColumnStarts {
  private readonly cells = new Map<string, Fragment[]>();

  constructor(fragments: readonly Fragment[]) {
    for (const fragment of fragments) {
      const key = keyOf(Math.floor(fragment.start / cellWidth), Math.floor(fragment.across / cellHeight));
      const cell = this.cells.get(key) ?? [];
      if (cell.length < maxInCell) cell.push(fragment);
      this.cells.set(key, cell);
    }
  }

  /** Cuts the glyphs of a line where another column begins. */
  cut(glyphs: readonly PlacedGlyph[], line: Fragment): PlacedGlyph[][] {
    const gaps = gapsBefore(glyphs, minWordGap * line.height);
    if (gaps.size === 0) return [[...glyphs]];
    const narrowest = gaps.size > 1 ? [...gaps.values()].reduce((min, gap) => Math.min(min, gap)) : 0;
    const minColumnGap = Math.max(minGap * line.height, minRatio * narrowest);
    const parts: PlacedGlyph[][] = [[]];
    for (const glyph of glyphs) {
      if ((gaps.get(glyph) ?? 0) > minColumnGap && this.isStart(glyph.along, line)) parts.push([]);
      parts.at(-1)?.push(glyph);
    }
    return parts;
  }

  private isStart(along: number, line: Fragment): boolean {
    const column = Math.floor(along / cellWidth);
    const row = Math.floor(line.across / cellHeight);
    const places = new Set<number>();
    for (const x of [column - 1, column, column + 1])
      for (const y of [row - 1, row, row + 1])
        for (const other of this.cells.get(keyOf(x, y)) ?? [])
          if (isBeginning(other, along, line)) places.add(Math.round(other.across));
    return places.size >= minLines;
  }
}

/** The gaps wider than `min` by the glyphs behind them. */
const gapsBefore = (glyphs: readonly PlacedGlyph[], min: number): ReadonlyMap<PlacedGlyph, number> => {
  const gaps = new Map<PlacedGlyph, number>();
  let end = Number.POSITIVE_INFINITY;
  for (const glyph of glyphs) {
    if (glyph.text.trim() === '') continue;
    if (glyph.along - end > min) gaps.set(glyph, glyph.along - end);
    end = glyph.end;
  }
  return gaps;
};

const keyOf = (column: number, row: number): string => `${column} ${row}`;

const isBeginning = (other: Fragment, along: number, { across, height, direction }: Fragment): boolean => {
  const down = Math.abs(other.across - across);
  return (
    Math.abs(other.start - along) < near * height &&
    down > 0.5 * height &&
    down < reach * height &&
    isSameDirection(other.direction, direction)
  );
};
