import { expect, it } from 'vitest';
import { durationOf, sharesOf, wholeDaysOf } from './duration';

it('a duration is read as its shares', () => {
  expect(sharesOf('P7D')).toEqual([{ unit: 'day', count: 7 }]);
  expect(sharesOf('P1WT12H')).toEqual([
    { unit: 'week', count: 1 },
    { unit: 'hour', count: 12 },
  ]);
  for (const none of ['', 'P', 'PT', '7D', 'P1Y', 'P1M', 'P1.5D']) expect(sharesOf(none)).toBeUndefined();
});

it('what is chosen is a duration that the service takes', () => {
  expect([durationOf(7, 'day'), durationOf(2, 'week')]).toEqual(['P7D', 'P14D']);
  expect([durationOf(3, 'month'), durationOf(2, 'year')]).toEqual(['P90D', 'P730D']);
});

it('a duration of whole days is a choice; another is left as it is', () => {
  expect([wholeDaysOf('P30D'), wholeDaysOf('P2W')]).toEqual([30, 14]);
  for (const none of ['P1DT12H', 'PT24H', 'unknown']) expect(wholeDaysOf(none)).toBeUndefined();
});
