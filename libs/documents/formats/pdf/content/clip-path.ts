import type { Point } from './ruled-lines.js';
import type { ShownGlyph } from './show-operator.js';

/** The box of a clipping path, in the space of the content. Text that runs out of it does not show there. */
export interface Clip {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** Points by which text may stand beside the box of a clip that it is meant to show in. */
const slack = 1;

export const showsIn = (clip: Clip | undefined, { x, y }: ShownGlyph): boolean =>
  clip === undefined ||
  (x >= clip.left - slack && x <= clip.right + slack && y >= clip.bottom - slack && y <= clip.top + slack);

const boxOf = (points: readonly Point[]): Clip => ({
  left: Math.min(...points.map(([x]) => x)),
  bottom: Math.min(...points.map(([, y]) => y)),
  right: Math.max(...points.map(([x]) => x)),
  top: Math.max(...points.map(([, y]) => y)),
});

const union = (one: Clip, other: Clip): Clip => ({
  left: Math.min(one.left, other.left),
  bottom: Math.min(one.bottom, other.bottom),
  right: Math.max(one.right, other.right),
  top: Math.max(one.top, other.top),
});

const intersection = (one: Clip, other: Clip): Clip => ({
  left: Math.max(one.left, other.left),
  bottom: Math.max(one.bottom, other.bottom),
  right: Math.min(one.right, other.right),
  top: Math.min(one.top, other.top),
});

/** Follows the paths of a content for those that clip (8.5.4). */
export class ClipPath {
  private path: Clip | undefined;
  private clips = false;

  /** The box of the path so far. */
  get box(): Clip | undefined {
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
  end(before: Clip | undefined): Clip | undefined {
    const { path, clips } = this;
    this.path = undefined;
    this.clips = false;
    if (!clips || path === undefined) return before;
    return before === undefined ? path : intersection(before, path);
  }
}
