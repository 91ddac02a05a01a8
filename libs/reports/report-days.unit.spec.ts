import { expect, it } from 'vitest';
import { dayBefore, pointsByDay } from './report-days.js';

const rows = [
  { day: '2026-11-02', count: 3 },
  { day: '2026-11-04', count: 0 },
];
const period = { start: '2026-11-01', end: '2026-11-30' };
const of = (madeAt: string, given = rows) => pointsByDay(given, { ...period, madeAt }, ({ count }) => count);

it('a chart has each day up to the one on which the report is made', () => {
  expect(of('2026-11-05T08:30:00.000Z')).toEqual([
    { label: '2026-11-01', value: 0 },
    { label: '2026-11-02', value: 3 },
    { label: '2026-11-03', value: 0 },
    { label: '2026-11-04', value: 0 },
    { label: '2026-11-05', value: 0 },
  ]);
});

it('it ends with the period, and leaves no day out that has something', () => {
  expect(of('2027-01-01T00:00:00.000Z').at(-1)?.label).toBe('2026-11-30');
  expect(of('2026-11-01T23:59:59.999Z').at(-1)?.label).toBe('2026-11-04');
});

it('there is none where no day has anything', () => {
  expect(of('2026-11-05T08:30:00.000Z', [])).toEqual([]);
  expect(of('2026-11-05T08:30:00.000Z', [{ day: '2026-11-02', count: 0 }])).toEqual([]);
});

it('the day before an instant is the last of a period that ends there', () => {
  expect(dayBefore('2026-12-01T00:00:00.000Z')).toBe('2026-11-30');
});
