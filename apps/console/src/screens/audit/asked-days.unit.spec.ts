import { expect, it } from 'vitest';
import { daysAsked } from './asked-days';

it('the last day is asked for too, at the end of months and years as well', () => {
  expect(daysAsked({ start: '2026-11-01', end: '2026-11-29' })).toEqual({ start: '2026-11-01', end: '2026-11-30' });
  expect(daysAsked({ start: '', end: '2027-12-31' })).toEqual({ end: '2028-01-01' });
  expect(daysAsked({ start: '', end: '2028-02-28' })).toEqual({ end: '2028-02-29' });
});

it('what is no day goes on as it is, and nothing where nothing is asked', () => {
  for (const end of ['yesterday', '2026-13-40', '2026-11-29T10:00:00Z'])
    expect(daysAsked({ start: '', end })).toEqual({ end });
  expect(daysAsked({ start: '', end: '' })).toEqual({});
});
