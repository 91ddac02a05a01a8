import { expect, it } from 'vitest';
import { chartAlt } from './chart-alt.js';

it('the words for a chart sum up thousands of values', () => {
  const points = Array.from({ length: 2_000 }, (_, at) => ({ label: `day ${at}`, value: at === 7 ? 9_000 : at }));
  expect(chartAlt({ kind: 'line', title: 'Use', unit: 'characters', points })).toBe(
    'Line chart: Use, in characters. 2,000 values, from day 0: 0 to day 1999: 1,999; the lowest is day 0: 0, the highest day 7: 9,000.',
  );
});

it('the words for a chart say what kind it is of', () => {
  const points = [{ label: '2026-11-21', value: 3 }];
  expect(chartAlt({ kind: 'columns', title: 'Use by day', unit: 'requests', points })).toBe(
    'Column chart: Use by day, in requests. 2026-11-21: 3.',
  );
});

it('the words for a chart say that there are no values', () => {
  expect(chartAlt({ kind: 'bars', title: 'Use', unit: 'requests', points: [] })).toBe(
    'Bar chart: Use, in requests. It has no values.',
  );
});
