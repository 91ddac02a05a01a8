import type { Matrix } from './matrix.js';

export type Point = readonly [x: number, y: number];

/** A straight line that a content draws, or fills to. */
export interface Rule {
  from: Point;
  to: Point;
}

const maxRules = 20_000;

export const placeOf = (x: number, y: number, [a, b, c, d, e, f]: Matrix): Point => [
  x * a + y * c + e,
  x * b + y * d + f,
];

/** The straight lines of the paths of a content that are painted. */
export class RuledLines {
  readonly rules: Rule[] = [];
  private at: Point = [0, 0];
  /** How many lines there were when the path began. */
  private before = 0;

  moveTo(point: Point): void {
    this.at = point;
  }

  lineTo(to: Point): void {
    if (this.rules.length < maxRules) this.rules.push({ from: this.at, to });
    this.at = to;
  }

  endPath(isPainted: boolean): void {
    if (!isPainted) this.rules.length = this.before;
    this.before = this.rules.length;
  }

  rectangle(x: number, y: number, width: number, height: number, matrix: Matrix): void {
    this.moveTo(placeOf(x, y, matrix));
    this.lineTo(placeOf(x + width, y, matrix));
    this.lineTo(placeOf(x + width, y + height, matrix));
    this.lineTo(placeOf(x, y + height, matrix));
    this.lineTo(placeOf(x, y, matrix));
  }
}
