import { type Box, boxOf, intersection, union } from './box.js';
import type { Point } from './ruled-lines.js';
import type { ShownGlyph } from './show-operator.js';

/** Points by which text may stand beside the box of a clip that it is meant to show in. */
const slack = 1;

export const showsIn = (clip: Box | undefined, { x, y }: ShownGlyph): boolean =>
  clip === undefined ||
  (x >= clip.left - slack && x <= clip.right + slack && y >= clip.bottom - slack && y <= clip.top + slack);

/** Follows the paths of a content for those that clip (8.5.4). */
export class ClipPath {
  private path: Box | undefined;
  private clips = false;

  /** The box of the path so far. */
  get box(): Box | undefined {
    return this.path;
  }

  /** Takes in the corners of a rectangle, or the points of a line or curve. */
  extend(...points: Point[]): void {
    const box = boxOf(points);
    this.path = this.path === undefined ? box : union(this.path, box);
  }

  /** Says that the path clips, once it ends. */
  clip(): void {
    this.clips = true;
  }

  /** Ends the path; returns the clip after it. */
  end(before: Box | undefined): Box | undefined {
    const { path, clips } = this;
    this.path = undefined;
    this.clips = false;
    if (!clips || path === undefined) return before;
    return before === undefined ? path : intersection(before, path);
  }
}
