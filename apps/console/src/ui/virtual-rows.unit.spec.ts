import { expect, it } from 'vitest';
import { virtualRows } from './virtual-rows';

const measures = { view: 400, row: 40 };

it('rows in view are elements, and some beside them', () => {
  expect(virtualRows(1_000, 4_000, measures)).toMatchObject({ height: 40_000, first: 88, end: 122 });
  expect(virtualRows(3, 0, measures)).toMatchObject({ height: 120, first: 0, end: 3 });
  expect(virtualRows(1_000, 4_000, measures).topOf(100)).toBe(4_000);
});

it('a list that is higher than an element can be begins and ends as one that is not', () => {
  const count = 5_000_000;
  const { height } = virtualRows(count, 0, measures);
  expect(height).toBeLessThan(17_000_000);
  expect(virtualRows(count, 0, measures)).toMatchObject({ first: 0 });
  const last = virtualRows(count, height - measures.view, measures);
  expect(last.end).toBe(count);
  expect(last.topOf(count - 1)).toBeCloseTo(height - measures.row);
  const middle = virtualRows(count, (height - measures.view) / 2, measures);
  expect(middle.first).toBe(count / 2 - 5 - 12);
});
