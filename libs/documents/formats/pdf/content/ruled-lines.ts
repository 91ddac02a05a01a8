import { identity, type Matrix } from '#libs/documents/formats/geometry/matrix.js';
import { boxOf } from './box.js';

export type Point = readonly [x: number, y: number];

/** A straight line that a content draws, or fills to. */
export interface Rule {
  from: Point;
  to: Point;
  /** Whether it is a side of an area that is filled, and no line of its own. */
  isEdge: boolean;
}

const maxRules = 20_000;
/** In points: what is filled is a line up to this. */
export const maxThickness = 3;

/** The operators that fill a path and draw no line along it (8.5.3). */
export const fillsAlone = new Set(['f', 'F', 'f*']);

export const placeOf = (x: number, y: number, [a, b, c, d, e, f]: Matrix): Point => [
  x * a + y * c + e,
  x * b + y * d + f,
];

/** The sides of a rectangle between two opposite corners, placed by a matrix. */
export const sidesOf = ([x, y]: Point, [otherX, otherY]: Point, matrix: Matrix = identity): Rule[] => {
  const corners = [placeOf(x, y, matrix), placeOf(otherX, y, matrix), placeOf(otherX, otherY, matrix)];
  const last = placeOf(x, otherY, matrix);
  return [...corners, last].map((to, at): Rule => ({ from: corners[at - 1] ?? last, to, isEdge: false }));
};

/** The straight lines of the paths of a content that are painted. */
export class RuledLines {
  readonly rules: Rule[] = [];
  private at: Point = [0, 0];
  /** How many lines there were when the path began, and when each of its parts did. */
  private before = 0;
  private parts: number[] = [];

  moveTo(point: Point): void {
    this.at = point;
    if (this.parts.at(-1) !== this.rules.length) this.parts.push(this.rules.length);
  }

  lineTo(to: Point): void {
    if (this.rules.length < maxRules) this.rules.push({ from: this.at, to, isEdge: false });
    this.at = to;
  }

  /** Ends the path with the operator that paints it. */
  endPath(word: string): void {
    if (word === 'n') this.rules.length = this.before;
    else if (fillsAlone.has(word))
      this.parts.forEach((part, at) => {
        const lines = this.rules.slice(part, this.parts[at + 1]);
        if (isArea(lines)) for (const line of lines) line.isEdge = true;
      });
    this.before = this.rules.length;
    this.parts = [];
  }

  rectangle(x: number, y: number, width: number, height: number, matrix: Matrix): void {
    this.moveTo(placeOf(x, y, matrix));
    this.lineTo(placeOf(x + width, y, matrix));
    this.lineTo(placeOf(x + width, y + height, matrix));
    this.lineTo(placeOf(x, y + height, matrix));
    this.lineTo(placeOf(x, y, matrix));
  }
}

/** Whether lines go around more than the thickness of a line. */
const isArea = (lines: readonly Rule[]): boolean => {
  if (lines.length < 2) return false;
  const { left, bottom, right, top } = boxOf(lines.flatMap(({ from, to }) => [from, to]));
  return Math.min(right - left, top - bottom) > maxThickness;
};
