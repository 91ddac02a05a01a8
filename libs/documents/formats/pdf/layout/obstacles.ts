import { firstFrom } from './first-from.js';

/** Something on a page that text may not run into, along the direction of the text and across it. */
export interface Obstacle {
  start: number;
  end: number;
  bottom: number;
  top: number;
  /** The text that it is; undefined for a rule. */
  line?: object;
  /** Whether it is text that runs another way. */
  isTurned?: boolean;
}

/** Height of a cell, in points. */
export const rowHeight = 24;
const columnWidth = 48;
/** Obstacles that a cell knows; more than that are no page that somebody reads. */
const maxInCell = 32;
/** Cells that an obstacle covers and that a search looks at, each way. */
const maxRows = 40;
const maxColumns = 100;
/** Cells beside a place that a search looks at, of those in which anything is. */
const maxLooks = 16;

/** The obstacles of a page by the cells of a grid, so that a search looks at those nearby alone. */
export class Obstacles {
  private readonly rows = new Map<number, ObstacleRow>();

  add(obstacle: Obstacle): void {
    const { start, end, bottom, top } = obstacle;
    // What goes across both ways borders nothing.
    if (!obstacle.line && end - start > rowHeight && top - bottom > rowHeight) return;
    for (const at of steps(bottom, top, rowHeight, maxRows)) {
      const row = this.rows.get(at) ?? new ObstacleRow();
      this.rows.set(at, row);
      row.add(obstacle);
    }
  }

  /** The rows in which anything is, from the top down. */
  rowsBetween(bottom: number, top: number): ObstacleRow[] {
    const from = Math.max(bottom, top - maxRows * rowHeight);
    return [...steps(from, top, rowHeight, maxRows + 1)].reverse().flatMap((at) => this.rows.get(at) ?? []);
  }
}

class ObstacleRow {
  private readonly cells = new Map<number, Obstacle[]>();
  private columns: readonly number[] | undefined;

  add(obstacle: Obstacle): void {
    for (const column of steps(obstacle.start, obstacle.end, columnWidth, maxColumns)) {
      const cell = this.cells.get(column) ?? [];
      if (cell.length < maxInCell) cell.push(obstacle);
      this.cells.set(column, cell);
    }
    this.columns = undefined;
  }

  between(start: number, end: number): Obstacle[] {
    const columns = this.ordered();
    const found: Obstacle[] = [];
    const last = Math.floor(end / columnWidth);
    let at = firstFrom(columns, Math.floor(start / columnWidth), asItIs);
    for (let column = columns[at]; column !== undefined && column <= last; column = columns[at]) {
      found.push(...(this.cells.get(column) ?? []));
      at += 1;
    }
    return found;
  }

  /** The cells in which anything is, from a place on, rightwards or leftwards, each with the edge that is nearer. */
  *cellsFrom(place: number, by: 1 | -1): Generator<{ edge: number; cell: readonly Obstacle[] }, void> {
    const columns = this.ordered();
    const first = firstFrom(columns, Math.floor(place / columnWidth) + (by === 1 ? 0 : 1), asItIs);
    for (let look = 0; look < maxLooks; look += 1) {
      const column = columns[by === 1 ? first + look : first - 1 - look];
      if (column === undefined) return;
      yield { edge: (by === 1 ? column : column + 1) * columnWidth, cell: this.cells.get(column) ?? [] };
    }
  }

  private ordered(): readonly number[] {
    this.columns ??= [...this.cells.keys()].sort((one, other) => one - other);
    return this.columns;
  }
}

const asItIs = (column: number): number => column;

/** The cells from one place to another, along one side of the grid. */
function* steps(from: number, to: number, size: number, maxSteps: number): Generator<number, void> {
  const first = Math.floor(from / size);
  if (!Number.isSafeInteger(first)) return;
  const last = Math.min(Math.floor(to / size), first + maxSteps - 1);
  for (let step = first; step <= last; step += 1) yield step;
}
