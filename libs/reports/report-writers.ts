import type { ReportFormat } from '#libs/domain/report/report-types.js';
import { writeCsv } from './csv/write-csv.js';
import { writeJson } from './json/write-json.js';
import { writePdf } from './pdf/write-pdf.js';
import type { ReportContent } from './report-content.js';

/** Makes the file of a report, piece by piece: what it holds does not grow with the entries of the audit log. */
export type ReportWriter = (content: ReportContent) => Promise<AsyncIterable<Uint8Array>>;

/** The formats that reports are written in. */
export const reportWriters: Record<ReportFormat, ReportWriter> = {
  pdf: async (content) => writePdf(content),
  json: async (content) => writeJson(content),
  csv: async (content) => writeCsv(content),
};
