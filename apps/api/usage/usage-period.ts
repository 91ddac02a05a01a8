import { Rejection } from '#libs/domain/errors/rejection.js';
import { dayAfter, dayOf } from '../access/limits/utc-day.js';
import { parseTimestamp } from '../http/constraints.js';
import type { UsagePeriod, UsageQuery } from './usage.dto.js';

const millisecond = 1;

/** The first day that begins at or after the time: a day that began before it is not whole. */
const dayFrom = (time: Date): string => dayAfter(dayOf(new Date(time.getTime() - millisecond)));

/**
 * The days of a period: from today when no start is given, to the end of today when no end is. Usage is counted by
 * the day: the day in which a period begins or ends counts as a whole.
 * @throws Rejection `invalid_request` when the end is before the start
 */
export const usageDays = (query: Pick<UsageQuery, 'start' | 'end'>, now: Date): UsagePeriod => {
  const from = (query.start === undefined ? undefined : parseTimestamp(query.start)) ?? now;
  const to = query.end === undefined ? undefined : parseTimestamp(query.end);
  const start = dayOf(from);
  const end = to === undefined ? dayAfter(dayOf(from > now ? from : now)) : dayFrom(to);
  if (end >= start && (to === undefined || query.start === undefined || to >= from)) return { start, end };
  throw new Rejection('invalid_request', {
    message: 'The end of the period is before its start.',
    details: { end: ['must not be before start'] },
  });
};
