import type { Matrix } from '#libs/documents/formats/geometry/matrix.js';
import { type Box, boxOf, union } from './box.js';
import { ClipPath } from './clip-path.js';
import { type Point, placeOf, type Rule, RuledLines } from './ruled-lines.js';

/** The operators that paint a path, or end it without (8.5.3). */
const endings = new Set(['n', 'S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const fillings = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const maxFills = 20_000;
const maxShapes = 20_000;
/** In points: how wide and high a shape is at most that may be a bullet. */
const maxShape = 24;
/** Places of the points among the operands of an operator that makes a path. */
const pointsOf: ReadonlyMap<string, readonly number[]> = new Map([
  ['m', [0]],
  ['l', [0]],
  ['c', [0, 2, 4]],
  ['v', [0, 2]],
  ['y', [0, 2]],
]);

/** The paths of a content: the lines that they draw, and what they clip. */
export class Paths {
  private readonly lines = new RuledLines();
  private readonly clipPath = new ClipPath();

  /** The boxes of what is filled, in their order. */
  readonly fills: Box[] = [];
  /** The boxes of small shapes that are painted. */
  readonly shapes: Box[] = [];
  /** The boxes of the parts of the path, the last of which may go on. */
  private parts: Box[] = [];

  get rules(): Rule[] {
    return this.lines.rules;
  }

  ends(word: string): boolean {
    return endings.has(word);
  }

  /** Follows an operator that ends a path; returns what clips from then on. */
  end(word: string, before: Box | undefined): Box | undefined {
    this.lines.endPath(word);
    const { box } = this.clipPath;
    if (box && fillings.has(word) && this.fills.length < maxFills) this.fills.push(box);
    if (word !== 'n') for (const part of this.parts) this.addShape(part);
    this.parts = [];
    return this.clipPath.end(before);
  }

  /** Follows an operator that makes a path or clips; returns whether it is one. */
  operator(word: string, number: (at: number) => number, matrix: Matrix): boolean {
    if (word === 'W' || word === 'W*') this.clipPath.clip();
    else if (word === 're') this.rectangle(number(0), number(1), number(2), number(3), matrix);
    else {
      const places = pointsOf.get(word);
      if (places === undefined) return false;
      const points = places.map((at): Point => placeOf(number(at), number(at + 1), matrix));
      this.extend(points, word === 'm');
      const [point] = points;
      if (point && word === 'm') this.lines.moveTo(point);
      if (point && word === 'l') this.lines.lineTo(point);
    }
    return true;
  }

  /** Takes in the box of something small that is painted, a picture for one. */
  addShape(box: Box): void {
    const [width, height] = [box.right - box.left, box.top - box.bottom];
    // A place alone paints nothing: cairo ends closed paths with one.
    const isSmall = Math.max(width, height) > 0 && Math.max(width, height) <= maxShape;
    if (isSmall && this.shapes.length < maxShapes) this.shapes.push(box);
  }

  private extend(points: readonly Point[], isBeginning: boolean): void {
    this.clipPath.extend(...points);
    const last = this.parts.at(-1);
    if (isBeginning || last === undefined) {
      if (this.parts.length < maxShapes) this.parts.push(boxOf(points));
    } else this.parts[this.parts.length - 1] = union(last, boxOf(points));
  }

  private rectangle(x: number, y: number, width: number, height: number, matrix: Matrix): void {
    this.lines.rectangle(x, y, width, height, matrix);
    const corner = (right: number, up: number): Point => placeOf(x + right, y + up, matrix);
    this.extend([corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)], true);
  }
}
