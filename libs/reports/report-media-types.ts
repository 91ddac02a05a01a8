import type { ReportFormat } from '#libs/domain/report/report-types.js';
import { xlsxMediaType } from '#libs/platform/xlsx/write-xlsx.js';

/** Media type of a report's file, and the ending of its name, by its format. */
export const reportMediaTypes: Record<ReportFormat, { mediaType: string; extension: string }> = {
  pdf: { mediaType: 'application/pdf', extension: 'pdf' },
  json: { mediaType: 'application/json; charset=utf-8', extension: 'json' },
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', extension: 'csv' },
  xlsx: { mediaType: xlsxMediaType, extension: 'xlsx' },
};
