import type { Position } from '#libs/ports/event-store/position.js';

/**
 * Estimates the part of the log up to `head` that lies before `position`, 0 to 1. For progress only: positions
 * stay opaque elsewhere. The positions of both engines begin with a padded number that grows with the log.
 */
export const logFraction = (position: Position, head: Position): number => {
  const whole = leadingNumber(head);
  return whole === 0 ? 1 : Math.min(1, leadingNumber(position) / whole);
};

const leadingNumber = (position: Position): number => Number(/^\d+/.exec(position)?.[0] ?? 0);
