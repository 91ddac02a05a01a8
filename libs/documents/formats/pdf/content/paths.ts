import type { Matrix } from '#libs/documents/formats/geometry/matrix.js';
import type { Box } from './box.js';
import { ClipPath } from './clip-path.js';
import { type Point, placeOf, type Rule, RuledLines } from './ruled-lines.js';

/** The operators that paint a path, or end it without (8.5.3). */
const endings = new Set(['n', 'S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const fillings = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const maxFills = 20_000;
/** Places of the points among the operands of an operator that makes a path. */
const pointsOf: Readonly<Record<string, readonly number[]>> = { m: [0], l: [0], c: [0, 2, 4], v: [0, 2], y: [0, 2] };

/** The paths of a content: the lines that they draw, and what they clip. */
export class Paths {
  private readonly lines = new RuledLines();
  private readonly clipPath = new ClipPath();

  /** The boxes of what is filled, in their order. */
  readonly fills: Box[] = [];

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
    return this.clipPath.end(before);
  }

  /** Follows an operator that makes a path or clips; returns whether it is one. */
  operator(word: string, number: (at: number) => number, matrix: Matrix): boolean {
    if (word === 'W' || word === 'W*') this.clipPath.clip();
    else if (word === 're') this.rectangle(number(0), number(1), number(2), number(3), matrix);
    else {
      const places = pointsOf[word];
      if (places === undefined) return false;
      const points = places.map((at): Point => placeOf(number(at), number(at + 1), matrix));
      this.clipPath.extend(...points);
      const [point] = points;
      if (point && word === 'm') this.lines.moveTo(point);
      if (point && word === 'l') this.lines.lineTo(point);
    }
    return true;
  }

  private rectangle(x: number, y: number, width: number, height: number, matrix: Matrix): void {
    this.lines.rectangle(x, y, width, height, matrix);
    const corner = (right: number, up: number): Point => placeOf(x + right, y + up, matrix);
    this.clipPath.extend(corner(0, 0), corner(width, 0), corner(width, height), corner(0, height));
  }
}
