import { describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { usageDays } from './usage-period.js';

const now = new Date('2026-11-21T18:30:00.000Z');

describe('the days of a usage period', () => {
  it.each([
    ['today without dates', {}, '2026-11-21', '2026-11-21'],
    ['up to today without an end', { start: '2026-11-01' }, '2026-11-01', '2026-11-21'],
    ['from today without a start', { end: '2026-11-23' }, '2026-11-21', '2026-11-23'],
    ['end with the day of the end', { start: '2026-11-01', end: '2026-11-30' }, '2026-11-01', '2026-11-30'],
    ['are one from a day to itself', { start: '2026-11-01', end: '2026-11-01' }, '2026-11-01', '2026-11-01'],
    ['are one from noon to its day', { start: '2026-11-01T12:00:00Z', end: '2026-11-01' }, '2026-11-01', '2026-11-01'],
    ['end before a midnight', { start: '2026-11-01', end: '2026-12-01T00:00:00Z' }, '2026-11-01', '2026-11-30'],
    ['go to the last day that there is', { start: '2026-11-01', end: '9999-12-31' }, '2026-11-01', '9999-12-31'],
    [
      'are whole for times within them',
      { start: '2026-11-01T12:00:00Z', end: '2026-11-02T00:00:00.001Z' },
      '2026-11-01',
      '2026-11-02',
    ],
    [
      'are those of UTC',
      { start: '2026-11-02T01:00:00+02:00', end: '2026-11-03T02:00:00+02:00' },
      '2026-11-01',
      '2026-11-02',
    ],
    ['may begin after today', { start: '2026-12-24' }, '2026-12-24', '2026-12-24'],
    ['go over the end of a year', { start: '2025-12-31', end: '2026-01-01' }, '2025-12-31', '2026-01-01'],
  ])('the period has the right days: %s', (_what, query, start, end) =>
    expect(usageDays(query, now)).toEqual({ start, end }),
  );

  it.each([
    { start: '2026-11-02', end: '2026-11-01' },
    { start: '2026-11-01T13:00:00Z', end: '2026-11-01T12:00:00Z' },
    { end: '2026-11-20' },
    { start: '2026-11-02T00:00:00Z', end: '2026-11-02T00:00:00Z' },
  ])('a period cannot end before it begins: %j', (query) => expect(() => usageDays(query, now)).toThrow(Rejection));
});
