import { expect, it } from 'vitest';
import { everyDay } from './every-day';

it('days without characters are days too', () => {
  expect(everyDay([{ date: '2026-11-30', characters: 5 }], '2026-11-29', '2026-12-01')).toEqual([
    { date: '2026-11-29', characters: 0 },
    { date: '2026-11-30', characters: 5 },
    { date: '2026-12-01', characters: 0 },
  ]);
});

it('a period that is none, or longer than a plot is wide, is left as it is', () => {
  const days = [{ date: '2026-11-30', characters: 5 }];
  for (const [start, end] of [
    ['2026-12-01', '2026-11-01'],
    ['0001-01-01', '9999-12-31'],
    ['', ''],
  ] as const)
    expect(everyDay(days, start, end)).toBe(days);
});
