import type { Rule } from '../content/ruled-lines.js';
import type { Room } from '../typeset/fit.js';
import { isSameDirection } from './fragments.js';
import { type Obstacle, Obstacles, rowHeight } from './obstacles.js';
import type { ContentLayout, Paragraph } from './paragraphs.js';

/** Where the lines of a paragraph stand, in its own direction. */
export interface Place extends Room {
  start: number;
  end: number;
  /** The first baseline. */
  across: number;
  alignment: 'start' | 'centre' | 'end';
  /** Whether all lines but the last end at the right edge. */
  isJustified: boolean;
}

/** Leading of a paragraph of one line: baseline to baseline, in font sizes. */
const usualLeading = 1.2;
/** Factor by which two lines that end at the right may become wider, at most. */
const maxGrowth = 1.5;

/** The space on a page beside a paragraph, in the direction of its text. */
export class PageSpace {
  private readonly obstacles = new Obstacles();
  private left = Number.POSITIVE_INFINITY;
  private right = Number.NEGATIVE_INFINITY;

  constructor(
    { paragraphs, kept }: ContentLayout,
    rules: readonly Rule[],
    private readonly direction: { x: number; y: number },
    box: { left: number; right: number } | undefined,
  ) {
    for (const line of [...paragraphs.flatMap(({ lines }) => lines), ...kept]) {
      if (!isSameDirection(line.direction, direction)) continue;
      this.left = Math.min(this.left, line.start);
      this.right = Math.max(this.right, line.end);
      const { start, end, across, height } = line;
      this.obstacles.add({ start, end, bottom: across - 0.25 * height, top: across + 0.8 * height, line });
    }
    // Margins are as wide on the right as on the left.
    if (box && direction.x > 0.9998) this.right = Math.max(this.right, box.right - (this.left - box.left));
    for (const { from, to } of rules) this.obstacles.add(this.obstacleOf(from, to));
  }

  placeOf(paragraph: Paragraph): Place {
    const { lines, start, end, height } = paragraph;
    const [first] = lines;
    const last = lines.at(-1);
    if (!first || !last) throw new TypeError('A paragraph has lines');
    const leading = paragraph.leading ?? usualLeading * height;
    const alignment = this.alignmentOf(paragraph);
    const own = new Set<object>(lines);
    const bottom = last.across - 0.25 * height;
    let [from, to] = [start, end];
    if (lines.length === 1 || (lines.length === 2 && alignment === 'end')) {
      const free = this.freeBeside(start, end, bottom, first.across + 0.7 * height, own, height);
      if (alignment !== 'end') to = Math.max(end, Math.min(this.right, free.right));
      if (alignment !== 'start') from = Math.min(start, Math.max(this.left, free.left));
      // Two lines stay two.
      if (lines.length > 1) from = Math.max(from, end - maxGrowth * (end - start));
      if (alignment === 'centre') {
        const half = Math.min((start + end) / 2 - from, to - (start + end) / 2);
        [from, to] = [(start + end) / 2 - half, (start + end) / 2 + half];
      }
    }
    // What does not show where the text stands shows no more of a translation.
    const clip = this.direction.x > 0.9998 ? first.glyphs[0]?.show.state.clip : undefined;
    if (clip) [from, to] = [Math.min(start, Math.max(from, clip.left)), Math.max(end, Math.min(to, clip.right))];
    const free = this.freeBelow(from, to, bottom, own, leading * Math.max(2, lines.length));
    const below = clip ? Math.max(0, Math.min(free, bottom - clip.bottom)) : free;
    return {
      start: from,
      end: to,
      across: first.across,
      alignment,
      isJustified: lines.length > 2 && lines.slice(0, -1).every((line) => Math.abs(line.end - end) < 0.25 * height),
      width: to - from + 0.02 * height,
      indent: alignment === 'start' && lines.length > 1 ? first.start - start : 0,
      leading,
      lines: lines.length + Math.max(0, Math.floor((below - 0.3 * height) / leading)),
    };
  }

  private alignmentOf({ lines, start, end, height }: Paragraph): Place['alignment'] {
    const near = (one: number, other: number): boolean => Math.abs(one - other) < 0.4 * height;
    const middle = (this.left + this.right) / 2;
    if (lines.length === 1) {
      const isIndented = start - this.left > 2 * height;
      if (isIndented && near((start + end) / 2, middle)) return 'centre';
      return isIndented && near(end, this.right) && start > middle ? 'end' : 'start';
    }
    if (lines.length === 2 && endsMeet(lines, height)) return 'end';
    const body = lines.slice(1);
    if (
      body.every((line) => near(line.start, body[0]?.start ?? 0)) &&
      (body.length > 1 || (near(body[0]?.start ?? 0, start) && near(lines[0]?.start ?? 0, start)))
    )
      return 'start';
    if (lines.every((line) => near((line.start + line.end) / 2, (start + end) / 2))) return 'centre';
    return lines.every((line) => near(line.end, end)) ? 'end' : 'start';
  }

  private freeBeside(
    start: number,
    end: number,
    bottom: number,
    top: number,
    own: ReadonlySet<object>,
    height: number,
  ): { left: number; right: number } {
    const wide = 0.6 * height;
    const gap = ({ line }: Obstacle): number => (line ? wide : 0.2 * height);
    const rows = this.obstacles.rowsBetween(bottom, top);
    const underlines = rows
      .flatMap((row) => row.between(start, end))
      .filter((rule) => isAlong(rule) && rule.bottom > bottom && rule.top < top);
    const isBeside = (obstacle: Obstacle): boolean =>
      obstacle.bottom < top &&
      obstacle.top > bottom &&
      (obstacle.line ? !own.has(obstacle.line) : !isAlong(obstacle) && !isEndOf(obstacle, underlines, height));
    const [from, to] = [start + 0.1 * height, end - 0.1 * height];
    let left = Number.NEGATIVE_INFINITY;
    let right = Number.POSITIVE_INFINITY;
    for (const row of rows) {
      for (const { edge, cell } of row.cellsFrom(to, 1)) {
        if (edge - wide > Math.min(right, this.right)) break;
        for (const obstacle of cell)
          if (isBeside(obstacle) && obstacle.start >= to) right = Math.min(right, obstacle.start - gap(obstacle));
      }
      for (const { edge, cell } of row.cellsFrom(from, -1)) {
        if (edge + wide < Math.max(left, this.left)) break;
        for (const obstacle of cell)
          if (isBeside(obstacle) && obstacle.end <= from) left = Math.max(left, obstacle.end + gap(obstacle));
      }
    }
    return { left, right };
  }

  /** How far there is nothing below, at most `far`. */
  private freeBelow(start: number, end: number, bottom: number, own: ReadonlySet<object>, far: number): number {
    let free = far;
    for (const row of this.obstacles.rowsBetween(bottom - far, bottom)) {
      for (const obstacle of row.between(start, end)) {
        if (obstacle.top > bottom + 0.5 || obstacle.end <= start || obstacle.start >= end) continue;
        if (!obstacle.line || !own.has(obstacle.line)) free = Math.min(free, bottom - obstacle.top);
      }
      if (free < far) break;
    }
    const isKnown = free < far || this.obstacles.rowsBetween(bottom - far - 4 * rowHeight, bottom - far).length > 0;
    return isKnown ? Math.max(0, free) : 0;
  }

  private obstacleOf([fromX, fromY]: readonly [number, number], [toX, toY]: readonly [number, number]): Obstacle {
    const { x, y } = this.direction;
    const [one, other] = [fromX * x + fromY * y, toX * x + toY * y];
    const [low, high] = [fromY * x - fromX * y, toY * x - toX * y];
    return {
      start: Math.min(one, other),
      end: Math.max(one, other),
      bottom: Math.min(low, high),
      top: Math.max(low, high),
    };
  }
}

/** Whether lines end at one place and begin at others. */
const endsMeet = (lines: Paragraph['lines'], height: number): boolean => {
  const spread = (places: readonly number[]): number => Math.max(...places) - Math.min(...places);
  return spread(lines.map(({ end }) => end)) < 0.05 * height && spread(lines.map(({ start }) => start)) > 0.2 * height;
};

/** Whether it is a rule in the direction of the text, such as an underline. */
const isAlong = ({ line, start, end }: Obstacle): boolean => line === undefined && end - start > 1;

/** Whether it is the short side of an underline that is a thin rectangle: it borders nothing, as a side of a cell does. */
const isEndOf = ({ start, bottom, top }: Obstacle, underlines: readonly Obstacle[], height: number): boolean =>
  top - bottom < 0.2 * height &&
  underlines.some(
    (rule) =>
      rule.bottom < top + 0.1 &&
      rule.top > bottom - 0.1 &&
      Math.min(Math.abs(rule.start - start), Math.abs(rule.end - start)) < 0.1,
  );
