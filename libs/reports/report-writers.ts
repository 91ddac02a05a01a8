import type { ReportFormat } from '#libs/domain/report/report-types.js';
import { writeCsv } from './csv/write-csv.js';
import { writeJson } from './json/write-json.js';
import type { ReportContent } from './report-content.js';
import { writeReportXlsx } from './xlsx/write-xlsx.js';

/** Makes the file of a report, piece by piece: what it holds does not grow with the entries of the audit log. */
export type ReportWriter = (content: ReportContent) => Promise<AsyncIterable<Uint8Array>>;

/** The code that draws a PDF, fonts and all, is loaded with the first: a worker that makes none does without its 12 MiB. */
const writePdf: ReportWriter = async (content) => (await import('./pdf/write-pdf.js')).writePdf(content);

/** The formats that reports are written in. */
export const reportWriters: Record<ReportFormat, ReportWriter> = {
  pdf: writePdf,
  json: async (content) => writeJson(content),
  csv: async (content) => writeCsv(content),
  xlsx: async (content) => writeReportXlsx(content),
};
