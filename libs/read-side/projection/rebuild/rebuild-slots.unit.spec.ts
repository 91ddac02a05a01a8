import type { PoolOptions } from 'pg';
import { expect, it } from 'vitest';
import { rebuildSlots } from './rebuild-slots.js';

/** Rebuilds that may go on at once over a pool of so many connections. */
const atOnce = (max: number): number => {
  const slots = rebuildSlots({ options: { max } as PoolOptions });
  let entered = 0;
  while (slots.tryEnter(`projection-${entered}`) !== undefined) entered += 1;
  return entered;
};

it.each([
  [10, 4],
  [6, 2],
  [5, 1],
  [3, 1],
])('over %i connections %i rebuilds go on at once', (connections, rebuilds) => {
  expect(atOnce(connections)).toBe(rebuilds);
});
