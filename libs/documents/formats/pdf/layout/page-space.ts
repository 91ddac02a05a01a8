import type { Box } from '../content/box.js';
import type { Rule } from '../content/ruled-lines.js';
import type { Room } from '../typeset/fit.js';
import {
  type Alignment,
  alignmentInCell,
  alignmentInStack,
  alignmentOf,
  areCentredInCell,
  type FreeSpace,
} from './alignment.js';
import { isSameDirection } from './fragments.js';
import { type Obstacle, Obstacles, rowHeight } from './obstacles.js';
import type { ContentLayout, Paragraph } from './paragraphs.js';

/** Where the lines of a paragraph stand, in its own direction. */
export interface Place extends Room {
  start: number;
  end: number;
  /** The first baseline. */
  across: number;
  alignment: Alignment;
  /** Whether all lines but the last end at the right edge. */
  isJustified: boolean;
}

/** In font sizes: how far lines that end at one edge end from it, at most. */
export const evenWithin = 0.25;
/** Leading of a paragraph of one line: baseline to baseline, in font sizes. */
const usualLeading = 1.2;
/** Factor by which two lines that end at the right may become wider, at most. */
const maxGrowth = 1.5;

/** Lines of a header in the middle of a cell, at most. */
const maxHeaderLines = 4;
/** In font sizes: what stays of a leader, at least. */
const minLeaderWidth = 1.5;

const far = 1e6;
const everywhere: Box = { left: -far, bottom: -far, right: far, top: far };

/** The space on a page beside a paragraph, in the direction of its text. */
export class PageSpace {
  private readonly obstacles = new Obstacles();
  /** Where text begins and ends, with margins as wide at the end as at the start. */
  left = Number.POSITIVE_INFINITY;
  right = Number.NEGATIVE_INFINITY;
  private readonly page: Obstacle | undefined;

  constructor(
    { paragraphs, kept }: ContentLayout,
    rules: readonly Rule[],
    private readonly direction: { x: number; y: number },
    page: Box | undefined,
  ) {
    for (const entry of [...paragraphs.flatMap(({ lines }) => lines), ...kept]) {
      // A line may take the place of its leader, as far as that is behind it.
      const line = ('leaderOf' in entry ? entry.leaderOf : undefined) ?? entry;
      if (isTurned(entry.direction, direction)) this.obstacles.add({ ...this.areaOf(entry), line, isTurned: true });
      if (!isSameDirection(entry.direction, direction)) continue;
      this.left = Math.min(this.left, entry.start);
      this.right = Math.max(this.right, entry.end);
      const { start, end, across, height } = entry;
      this.obstacles.add({ start, end, bottom: across - 0.25 * height, top: across + 0.8 * height, line });
    }
    this.page = page && this.spanOf(page);
    if (this.page) this.right = Math.max(this.right, this.page.end - (this.left - this.page.start));
    for (const { from, to } of rules) this.obstacles.add(this.obstacleOf(from, to));
  }

  placeOf(paragraph: Paragraph): Place {
    const { lines, start, end, height } = paragraph;
    const [first] = lines;
    const last = lines.at(-1);
    if (!first || !last) throw new TypeError('A paragraph has lines');
    const leading = leadingOf(lines) ?? usualLeading * height;
    const own = new Set<object>(lines);
    const bottom = last.across - 0.25 * height;
    const top = first.across + 0.7 * height;
    const free = lines.length > maxHeaderLines ? undefined : this.freeBeside(start, end, bottom, top, own, height);
    const isHeader = lines.length > 1 && free !== undefined && areCentredInCell(paragraph, free);
    const alignedAmong = (beside: FreeSpace): Alignment | undefined =>
      alignmentInCell(paragraph, beside) ?? alignmentInStack(paragraph, this.obstacles, bottom, top);
    const alignment =
      (isHeader ? 'centre' : undefined) ??
      (free && lines.length === 1 ? alignedAmong(free) : undefined) ??
      alignmentOf(paragraph, this);
    // What does not show where the text stands shows no more of a translation.
    const clip = this.spanOf(first.glyphs[0]?.show.state.clip ?? everywhere);
    let [from, to] = [alignment === 'start' ? start + hangOf(lines, height) : start, end];
    if (free && (lines.length === 1 || isHeader || (lines.length === 2 && alignment === 'end'))) {
      const [left, right] = free.isCell ? [free.left, free.right] : [this.left, this.right];
      if (alignment !== 'end') to = Math.max(end, Math.min(right, free.right, leaderEnd(first, height)));
      if (alignment !== 'start') from = Math.min(start, Math.max(left, free.left));
      for (const span of [clip, this.page ?? clip])
        [from, to] = [Math.min(start, Math.max(from, span.start)), Math.max(end, Math.min(to, span.end))];
      // Two lines stay two.
      if (lines.length > 1 && !isHeader) from = Math.max(from, end - maxGrowth * (end - start));
      if (alignment === 'centre') {
        const half = Math.min((start + end) / 2 - from, to - (start + end) / 2);
        [from, to] = [(start + end) / 2 - half, (start + end) / 2 + half];
      }
    }
    const freeBelow = this.freeBelow(from, to, bottom, own, leading * Math.max(2, lines.length));
    const below = Math.max(0, Math.min(freeBelow, bottom - clip.bottom));
    return {
      start: from,
      end: to,
      across: first.across,
      alignment,
      isJustified:
        alignment === 'start' &&
        lines.length > 2 &&
        lines.slice(0, -1).every((line) => Math.abs(line.end - end) < evenWithin * height),
      width: to - from + 0.02 * height,
      indent: alignment === 'start' && lines.length > 1 ? first.start - from : 0,
      leading,
      lines: lines.length + Math.max(0, Math.floor((below - 0.3 * height) / leading)),
      sourceLines: lines.length,
      beside: lines.length > 1 && alignment === 'start' ? this.besideLast(paragraph, last, own, to) : undefined,
    };
  }

  /** The room of the last line where something leaves it less than others: a blank to fill in, for one. */
  private besideLast(
    { lines, start, height }: Paragraph,
    { end, across }: Paragraph['lines'][number],
    own: ReadonlySet<object>,
    to: number,
  ): Place['beside'] {
    const { right } = this.freeBeside(start, end, across, across + 0.5 * height, own, height);
    return right < to - height ? { from: lines.length - 1, width: right - start } : undefined;
  }

  private freeBeside(
    start: number,
    end: number,
    bottom: number,
    top: number,
    own: ReadonlySet<object>,
    height: number,
  ): FreeSpace {
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
    let isRuledLeft = false;
    let isRuledRight = false;
    for (const row of rows) {
      for (const { edge, cell } of row.cellsFrom(to, 1)) {
        if (edge - wide > right) break;
        for (const obstacle of cell)
          if (isBeside(obstacle) && obstacle.start >= to && obstacle.start - gap(obstacle) < right) {
            right = obstacle.start - gap(obstacle);
            isRuledRight = obstacle.line === undefined;
          }
      }
      for (const { edge, cell } of row.cellsFrom(from, -1)) {
        if (edge + wide < left) break;
        for (const obstacle of cell)
          if (isBeside(obstacle) && obstacle.end <= from && obstacle.end + gap(obstacle) > left) {
            left = obstacle.end + gap(obstacle);
            isRuledLeft = obstacle.line === undefined;
          }
      }
    }
    return { left, right, isCell: isRuledLeft && isRuledRight };
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

  /** The area of a line that runs its own way. */
  private areaOf({
    direction: { x, y },
    start,
    end,
    across,
    height,
  }: Omit<ContentLayout['kept'][number], 'leaderOf'>): Obstacle {
    const corners = [start, end].flatMap((along) =>
      [across - 0.25 * height, across + 0.8 * height].map((up) => [along * x - up * y, along * y + up * x] as const),
    );
    return this.obstacleOf(...corners);
  }

  private spanOf({ left, bottom, right, top }: Box): Obstacle {
    return this.obstacleOf([left, bottom], [right, bottom], [right, top], [left, top]);
  }

  private obstacleOf(...points: (readonly [x: number, y: number])[]): Obstacle {
    const { x, y } = this.direction;
    const along = points.map(([px, py]) => px * x + py * y);
    const across = points.map(([px, py]) => py * x - px * y);
    return {
      start: Math.min(...along),
      end: Math.max(...along),
      bottom: Math.min(...across),
      top: Math.max(...across),
    };
  }
}

/** Whether a line runs up, down or back beside others. What runs aslant, such as a mark over the whole page, borders nothing. */
const isTurned = (one: { x: number; y: number }, other: { x: number; y: number }): boolean => {
  const along = one.x * other.x + one.y * other.y;
  return Math.abs(along) < 0.02 || along < -0.9998;
};

/** The mean distance from baseline to baseline: lines with a raised mark can be farther apart. None for one line. */
const leadingOf = (lines: Paragraph['lines']): number | undefined => {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || lines.length === 1) return undefined;
  const leading = (first.across - last.across) / (lines.length - 1);
  return leading > 0.5 * first.height ? leading : undefined;
};

/** How far a line may go on in the place of its leader, of which some dots stay. */
const leaderEnd = ({ leader }: Paragraph['lines'][number], height: number): number => {
  const last = leader?.at(-1);
  return last ? last.end - minLeaderWidth * height : Number.POSITIVE_INFINITY;
};

/** How far the first line hangs out beside the others, which begin at one place. */
const hangOf = ([first, second, ...others]: Paragraph['lines'], height: number): number => {
  if (first === undefined || second === undefined) return 0;
  const isOnePlace = others.every((line) => Math.abs(line.start - second.start) < 0.4 * height);
  const hang = second.start - first.start;
  return isOnePlace && hang > 0.3 * height ? hang : 0;
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
