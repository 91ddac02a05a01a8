import { Rejection } from '#libs/domain/errors/rejection.js';
import { dayOf } from '../access/limits/utc-day.js';
import { parseTimestamp } from '../http/constraints.js';
import type { UsagePeriod, UsageQuery } from './usage.dto.js';

const millisecond = 1;

/** The last day with a moment before a time; a date has all of its day. */
const lastDayBefore = (text: string, time: Date): string =>
  text.length === 'YYYY-MM-DD'.length ? text : dayOf(new Date(time.getTime() - millisecond));

/**
 * The first and the last day of a period, as reports and legal holds have them: from today when no start is given, and up to today when
 * no end is. Usage is counted by the day: the day in which a period begins or ends counts as a whole.
 * @throws Rejection `invalid_request` when the end is before the start
 */
export const usageDays = (query: Pick<UsageQuery, 'start' | 'end'>, now: Date): UsagePeriod => {
  const from = (query.start === undefined ? undefined : parseTimestamp(query.start)) ?? now;
  const to = query.end === undefined ? undefined : parseTimestamp(query.end);
  const start = dayOf(from);
  if (query.end === undefined || to === undefined) return { start, end: dayOf(from > now ? from : now) };
  const end = lastDayBefore(query.end, to);
  if (end >= start && (query.start === undefined || to >= from || end === query.end)) return { start, end };
  throw new Rejection('invalid_request', {
    message: 'The end of the period is before its start.',
    details: { end: ['must not be before start'] },
  });
};
