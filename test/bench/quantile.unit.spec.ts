import { expect, it } from 'vitest';
import { median, quantile } from './quantile.js';

it('a quantile is a value of the measured ones, in whichever order they came', () => {
  const values = [5, 1, 4, 2, 3];
  expect([0, 0.2, 0.99, 1].map((share) => quantile(values, share))).toEqual([1, 2, 5, 5]);
  expect([median(values), median([2, 1])]).toEqual([3, 2]);
  expect(values).toEqual([5, 1, 4, 2, 3]);
});

it('nothing measured has no quantile', () => expect(median([])).toBeNaN());
