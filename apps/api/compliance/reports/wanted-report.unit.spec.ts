import { describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { wantedReportOf } from './wanted-report.js';

const now = new Date('2026-11-21T23:59:59.999Z');
const period = { start: '2026-11-01', end: '2026-11-30' };
const read = (body: unknown) => wantedReportOf(body, now);

describe('a report that is asked for', () => {
  it('a report is a PDF where nothing else is asked for, and its period may end in the future', () => {
    expect(read({ type: 'usage', period })).toEqual({ type: 'usage', period, format: 'pdf' });
    expect(read({ type: 'audit', period, format: 'csv' })).toEqual({ type: 'audit', period, format: 'csv' });
  });

  it('a period of one day, and one of today, are possible', () => {
    const today = { start: '2026-11-21', end: '2026-11-21' };
    expect(read({ type: 'usage', period: today }).period).toEqual(today);
  });

  it.each([
    ['no type', { period }, 'missing_required_field', 'type'],
    ['an unknown type', { type: 'tax', period }, 'invalid_request', 'type'],
    ['an unknown format', { type: 'usage', period, format: 'docx' }, 'invalid_request', 'format'],
    ['no period', { type: 'usage' }, 'missing_required_field', 'period'],
    ['a period that is no object', { type: 'usage', period: '2026' }, 'invalid_request', 'period'],
    ['no start', { type: 'usage', period: { end: '2026-11-30' } }, 'missing_required_field', 'period.start'],
    ['no end', { type: 'usage', period: { start: '2026-11-01' } }, 'missing_required_field', 'period.end'],
    [
      'a day that does not exist',
      { type: 'usage', period: { ...period, end: '2026-02-30' } },
      'invalid_request',
      'period.end',
    ],
    [
      'a time',
      { type: 'usage', period: { ...period, start: '2026-11-01T00:00:00Z' } },
      'invalid_request',
      'period.start',
    ],
    [
      'an end before the start',
      { type: 'usage', period: { ...period, end: '2026-10-31' } },
      'invalid_request',
      'period.end',
    ],
    [
      'a start in the future',
      { type: 'usage', period: { start: '2026-11-22', end: '2026-11-30' } },
      'invalid_request',
      'period.start',
    ],
    [
      'a start long ago',
      { type: 'usage', period: { ...period, start: '1999-12-31' } },
      'invalid_request',
      'period.start',
    ],
    [
      'an end far in the future',
      { type: 'usage', period: { ...period, end: '2027-11-23' } },
      'invalid_request',
      'period.end',
    ],
  ])('%s is refused, and named', async (_what, body, code, field) => {
    const rejection = await rejectionOf(async () => read(body));
    expect([rejection.code, Object.keys(rejection.details ?? {})]).toEqual([code, [field]]);
  });
});
