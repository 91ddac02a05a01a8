import type { ReportEventData } from '#libs/domain/report/report.events.js';
import type { AuditFigures } from '#libs/reports/audit/audit-figures.js';
import type { ReportContent } from '#libs/reports/report-content.js';
import { instantsOf } from '#libs/reports/report-days.js';
import type { ReportEvidence } from '#libs/reports/report-evidence.js';
import type { AuditFiguresQueries } from '#projections/audit-log/audit-figures.queries.js';
import type { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import type { ReportEvidenceReader } from '../evidence/report-evidence-reader.js';
import type { Checkpoint } from './signed-checkpoint.js';

export type RequestedReport = ReportEventData<'ReportRequested'>;

/** Sources of the contents of reports, for one request, at one checkpoint. */
export interface ReportSources {
  readonly checkpoint: Checkpoint;
  /** The part that every report begins with. */
  head(title: string): Promise<Pick<ReportContent, 'report' | 'checkpoint'>>;
  readonly evidence: ReportEvidence;
  audit(): Promise<AuditFigures>;
}

/** The queries that sources are read by. */
export interface ReportQueriesOfWorker {
  organizations: Pick<OrganizationQueries, 'find'>;
  evidence: Pick<ReportEvidenceReader, 'of'>;
  audit: Pick<AuditFiguresQueries, 'of'>;
}

export const reportSources = (
  queries: ReportQueriesOfWorker,
  request: RequestedReport,
  checkpoint: Checkpoint,
): ReportSources => {
  const { reportId: id, organizationId, reportType: type, period, requestedAt } = request;
  return {
    checkpoint,
    head: async (title) => {
      const found = await queries.organizations.find(organizationId);
      const organization = { id: organizationId, name: found?.name ?? organizationId };
      return {
        report: { id, type, title, organization, period, created_at: requestedAt },
        checkpoint: checkpoint.note,
      };
    },
    evidence: queries.evidence.of({ organizationId, ...instantsOf(period), upTo: checkpoint.size }),
    audit: () => queries.audit.of({ organizationId, period, size: checkpoint.size }),
  };
};
