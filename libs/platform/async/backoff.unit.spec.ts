import { expect, it } from 'vitest';
import { backoff } from './backoff.js';

it('doubles with each failure up to the longest, and is never the same for all', () => {
  for (const [failures, most] of [
    [0, 50],
    [1, 100],
    [5, 1_600],
    [7, 5_000],
    [2_000, 5_000],
  ] as const) {
    const waits = Array.from({ length: 100 }, () => backoff(failures));
    expect(Math.max(...waits)).toBeLessThanOrEqual(most);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(most / 2);
    expect(new Set(waits).size).toBeGreaterThan(1);
  }
  expect(backoff(20, 10_000)).toBeGreaterThanOrEqual(5_000);
});
