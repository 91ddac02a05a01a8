import { reportUrlOf } from '#libs/application/reports/report-url.js';
import type { ReportRecord } from '#projections/reports/reports.queries.js';
import type { ReportDto } from './reports.dto.js';

/** A value that a report has in its state; what it has not is left out. */
const given = <Name extends string, Value>(name: Name, value: Value | null): { [Key in Name]?: Value } =>
  value === null ? {} : ({ [name]: value } as { [Key in Name]: Value });

/** Includes only the fields that have a meaning in the report's state. */
export const toReportDto = (record: ReportRecord, publicUrl: string): ReportDto => {
  const { id, type, status, format, period_start: start, period_end: end, progress, created_at } = record;
  const base = { id, type, status, format, period: { start, end }, progress, created_at };
  const ended = { ...given('completed_at', record.completed_at), ...given('expires_at', record.expires_at) };
  switch (status) {
    case 'generating':
      return { ...base, estimated_completion: record.estimated_completion };
    case 'completed':
      return { ...base, ...given('size_bytes', record.size_bytes), download_url: reportUrlOf(publicUrl, id), ...ended };
    case 'failed':
      return { ...base, error: { code: record.error_code ?? '', message: record.error_message ?? '' } };
    default:
      return { ...base, ...ended };
  }
};
