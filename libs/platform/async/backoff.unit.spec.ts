import { expect, it } from 'vitest';
import { backoff } from './backoff.js';

const expectWaits = (wait: () => number, max: number) => {
  const waits = Array.from({ length: 100 }, wait);
  expect(Math.max(...waits)).toBeLessThanOrEqual(max);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(max / 2);
  expect(new Set(waits).size).toBeGreaterThan(1);
};

it.each([
  [0, 50],
  [1, 100],
  [5, 1_600],
  [7, 5_000],
  [2_000, 5_000],
])(
  'a backoff doubles with each failure up to the maximum, jittered: after %i failures at most %i ms',
  (failures, max) => {
    expectWaits(() => backoff(failures), max);
  },
);

it('a backoff begins at its first wait and ends at its maximum', () => {
  expectWaits(() => backoff(0, { firstMs: 100 }), 100);
  expectWaits(() => backoff(1, { firstMs: 100, maxMs: 2_000 }), 200);
  expectWaits(() => backoff(20, { maxMs: 10_000 }), 10_000);
});
