import { Rejection } from '#libs/domain/errors/rejection.js';
import { parseTimestamp } from './constraints.js';

interface Period {
  /** RFC 3339; the period is open on a side that is undefined. */
  start: string | undefined;
  end: string | undefined;
}

const asTimestamp = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : parseTimestamp(value)?.toISOString();

/**
 * The period of a query over a list.
 * @throws Rejection `invalid_request` when the end is before the start
 */
export const periodOf = (query: { start?: string; end?: string }): Period => {
  const period = { start: asTimestamp(query.start), end: asTimestamp(query.end) };
  if (period.start !== undefined && period.end !== undefined && period.end < period.start) {
    throw new Rejection('invalid_request', { details: { end: ['must not be before start'] } });
  }
  return period;
};
