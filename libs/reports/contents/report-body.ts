import type { ReportContent } from '../report-content.js';
import type { ReportEvidence } from '../report-evidence.js';

/** A report without its head, as a builder makes it from the evidence. */
export interface ReportBody {
  readonly title: string;
  readonly method: ReportContent['method'];
  readonly sections: ReportContent['sections'];
}

export type ReportBuilder = (evidence: ReportEvidence) => Promise<ReportBody>;
