import type { ReportType } from '#libs/domain/report/report-types.js';
import { auditReport } from '#libs/reports/audit/audit-report.js';
import { controlReports } from '#libs/reports/contents/control-reports.js';
import type { ReportBuilder } from '#libs/reports/contents/report-body.js';
import type { ReportContent } from '#libs/reports/report-content.js';
import { usageReport } from '#libs/reports/usage/usage-report.js';
import type { ReportSources, RequestedReport } from './report-sources.js';

export type MakeContent = (request: RequestedReport, sources: ReportSources) => Promise<ReportContent>;

const fromEvidence =
  (build: ReportBuilder): MakeContent =>
  async (_request, sources) => {
    const { title, method, sections } = await build(sources.evidence);
    return { ...(await sources.head(title)), method, sections };
  };

/** How the content of a report is made, by its type: another type is a line here. */
export const reportContents: Record<ReportType, MakeContent> = {
  gdpr_dpa: fromEvidence(controlReports.gdpr_dpa),
  gdpr_dpia: fromEvidence(controlReports.gdpr_dpia),
  eu_ai_act: fromEvidence(controlReports.eu_ai_act),
  vahti: fromEvidence(controlReports.vahti),
  soc2: fromEvidence(controlReports.soc2),
  iso27001: fromEvidence(controlReports.iso27001),
  usage: async (_request, sources) => {
    const evidence = await (await sources.audit()).evidence();
    return usageReport(await sources.head('Usage report'), await sources.evidence.usage(), evidence);
  },
  audit: async ({ format }, sources) => auditReport(await sources.head('Audit report'), format, await sources.audit()),
};
