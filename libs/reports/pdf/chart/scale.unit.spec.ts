import { expect, it } from 'vitest';
import { scaleOf } from './scale.js';

it.each([
  [
    [3, 7, 9.5],
    [0, 2.5, 5, 7.5, 10],
  ],
  [[91_000_000], [0, 25_000_000, 50_000_000, 75_000_000, 100_000_000]],
  [
    [-5, 15],
    [-5, 0, 5, 10, 15],
  ],
  [
    [0, 0],
    [0, 1],
  ],
  [[], [0, 1]],
  [
    [1, 0, 2],
    [0, 1, 2],
  ],
  [
    [3, 10],
    [0, 5, 10],
  ],
  [
    [0.5, 1],
    [0, 0.25, 0.5, 0.75, 1],
  ],
])('the axis of %j', (values, ticks) => {
  expect(scaleOf(values).ticks).toEqual(ticks);
});

it.each([[[Number.NaN, 2]], [[Number.POSITIVE_INFINITY]], [[1e308, -1e308]], [[5e-324]]])(
  'an axis for %j has few values, each a number',
  (values) => {
    const { ticks, low, high } = scaleOf(values);
    expect(ticks.length).toBeLessThan(10);
    for (const tick of [...ticks, low, high]) expect(Number.isFinite(tick)).toBe(true);
    expect(high).toBeGreaterThan(low);
  },
);
