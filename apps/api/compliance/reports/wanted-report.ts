import type { WantedReport } from '#libs/application/reports/request-report.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { dayOf } from '../../access/limits/utc-day.js';
import { validated } from '../../http/validation.js';
import { ReportPeriodDto, RequestReportBody } from './reports.dto.js';

/** The first day that a period can begin with. */
const firstDay = '2000-01-01';
/** Days that a period may end in the future: a report of the month or the year that is not over yet. */
const daysAhead = 366;
const dayMs = 24 * 60 * 60 * 1_000;

/** @throws Rejection `invalid_request`, naming what is wrong with which day */
const assertPossible = ({ start, end }: ReportPeriodDto, now: Date): void => {
  const wrong: Record<string, string[]> = {};
  if (start < firstDay) wrong['period.start'] = [`must not be before ${firstDay}`];
  else if (start > dayOf(now)) wrong['period.start'] = ['must not be in the future'];
  if (end < start) wrong['period.end'] = ['must not be before start'];
  else if (end > dayOf(new Date(now.getTime() + daysAhead * dayMs))) {
    wrong['period.end'] = [`must be at most ${daysAhead} days in the future`];
  }
  if (Object.keys(wrong).length > 0) throw new Rejection('invalid_request', { details: wrong });
};

/**
 * Reads which report is asked for; both days of its period are inside.
 * @throws Rejection `missing_required_field`, `invalid_request`
 */
export const wantedReportOf = (body: unknown, now: Date): WantedReport => {
  const { type, format, period: given } = validated(RequestReportBody, body);
  const { start, end } = validated(ReportPeriodDto, given, 'period');
  assertPossible({ start, end }, now);
  return { type, period: { start, end }, format: format ?? 'pdf' };
};
