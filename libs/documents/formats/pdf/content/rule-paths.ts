import type { Matrix } from '#libs/documents/formats/geometry/matrix.js';
import { type Box, boxOf } from './box.js';
import { fillsAlone, maxThickness, type Point, placeOf } from './ruled-lines.js';
import type { TextState } from './show-operator.js';

/** A path that draws one thin rule along an axis and nothing else. */
export interface RulePath {
  /** Its bytes, from its first operand to the operator that paints it. */
  start: number;
  end: number;
  paint: 'S' | 'f';
  /** The ends of it, in the middle of its thickness. */
  from: Point;
  to: Point;
  thickness: number;
  /** The operators that set its colour; undefined for the colour that the content began with. */
  colour: string | undefined;
  clip: Box | undefined;
  matrix: Matrix;
}

const maxRulePaths = 5_000;

/** Finds the paths of a content that may be underlines. */
export class RulePaths {
  readonly found: RulePath[] = [];
  private points: Point[] = [];
  private start: number | undefined;
  private isOnePiece = true;

  /** Follows an operator that makes a path. */
  operator(word: string, start: number, numbers: readonly number[], matrix: Matrix): void {
    this.start ??= start;
    const [x = 0, y = 0, width = 0, height = 0] = numbers;
    const isBeginning = word === 'm' || word === 're';
    if ((isBeginning && this.points.length > 0) || this.points.length > 5) this.isOnePiece = false;
    else if (word === 'm' || word === 'l') this.points.push(placeOf(x, y, matrix));
    else if (word === 're')
      this.points.push(
        placeOf(x, y, matrix),
        placeOf(x + width, y, matrix),
        placeOf(x + width, y + height, matrix),
        placeOf(x, y + height, matrix),
      );
    else this.isOnePiece = false;
  }

  /** Follows an operator that ends a path. */
  endPath(word: string, end: number, state: TextState): void {
    const { start, points, isOnePiece } = this;
    this.points = [];
    this.start = undefined;
    this.isOnePiece = true;
    if (start === undefined || !isOnePiece || points.length < 2 || this.found.length >= maxRulePaths) return;
    const box = boxOf(points);
    const { left, bottom, right, top } = box;
    const { clip, matrix } = state;
    const [width, height] = [right - left, top - bottom];
    const isLevel = width >= height;
    const [length, breadth] = isLevel ? [width, height] : [height, width];
    if (length < maxThickness || breadth > maxThickness) return;
    const ends: [Point, Point] = isLevel
      ? [
          [left, (bottom + top) / 2],
          [right, (bottom + top) / 2],
        ]
      : [
          [(left + right) / 2, bottom],
          [(left + right) / 2, top],
        ];
    const rule = { start, end, from: ends[0], to: ends[1], clip, matrix };
    if (word === 'S' && points.length === 2 && !state.isDashed && breadth < 0.05) {
      const thickness =
        state.lineWidth * (isLevel ? Math.hypot(matrix[2], matrix[3]) : Math.hypot(matrix[0], matrix[1]));
      if (thickness <= maxThickness) this.found.push({ ...rule, paint: 'S', thickness, colour: state.stroke });
    } else if (fillsAlone.has(word) && points.length > 3 && isUpright(points, box))
      this.found.push({ ...rule, paint: 'f', thickness: breadth, colour: state.fill });
  }
}

const isUpright = (points: readonly Point[], { left, bottom, right, top }: Box): boolean => {
  const near = (one: number, other: number): boolean => Math.abs(one - other) < 0.02;
  return (
    points.every(([x, y]) => (near(x, left) || near(x, right)) && (near(y, bottom) || near(y, top))) &&
    near(points[0]?.[0] ?? 0, points[3]?.[0] ?? 0) !== near(points[0]?.[1] ?? 0, points[3]?.[1] ?? 0)
  );
};
