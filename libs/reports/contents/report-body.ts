import type { ReportContent } from '../report-content.js';
import type { ReportEvidence } from '../report-evidence.js';

/** What a report says apart from its head: what a builder makes of the evidence. */
export interface ReportBody {
  readonly title: string;
  readonly method: ReportContent['method'];
  readonly sections: ReportContent['sections'];
}

export type ReportBuilder = (evidence: ReportEvidence) => Promise<ReportBody>;
