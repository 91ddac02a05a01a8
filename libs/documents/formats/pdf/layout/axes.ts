import type { Point } from '../content/ruled-lines.js';
import type { Fragment } from './fragments.js';

type Direction = Fragment['direction'];

/** The axis that a line runs along, one way or the other; undefined for one that runs aslant. */
export const axisOf = ({ x, y }: Direction): Direction | undefined => {
  const axis = { x: Math.round(x), y: Math.round(y) };
  return axis.x * x + axis.y * y > 0.9998 ? axis : undefined;
};

/** A place as lines of a direction see it: how far along it, and how far across, upwards. */
export const seenAlong = ([px, py]: Point, { x, y }: Direction): Point => [px * x + py * y, py * x - px * y];

/** The place on the page of what lines of a direction see so. */
export const placeSeen = ([along, across]: Point, { x, y }: Direction): Point => [
  along * x - across * y,
  along * y + across * x,
];

/** Findings that are made once for each axis, and each way along it, and never for lines that run aslant. */
export class ByAxis<Found> {
  private readonly known = new Map<string, Found>();

  constructor(private readonly find: (axis: Direction) => Found) {}

  of(direction: Direction): Found | undefined {
    const axis = axisOf(direction);
    if (!axis) return undefined;
    const key = `${axis.x + 0} ${axis.y + 0}`;
    const found = this.known.get(key) ?? this.find(axis);
    this.known.set(key, found);
    return found;
  }
}
