import { beforeAll, expect, it } from 'vitest';
import { auditActions, auditResults } from '#libs/domain/audit/audit-vocabulary.js';
import { type ReportType, reportTypes } from '#libs/domain/report/report-types.js';
import type { AuditFigures } from '#libs/reports/audit/audit-figures.js';
import { usedService } from '#libs/reports/contents/used-service.fixture.js';
import { bytesOfPdf } from '#libs/reports/pdf/written-pdf.fixture.js';
import { reportEntry } from '#libs/reports/report-content.fixture.js';
import { noEvidence } from '#libs/reports/report-content.js';
import { emptyEvidence } from '#libs/reports/report-evidence.fixture.js';
import type { ReportEvidence } from '#libs/reports/report-evidence.js';
import { reportRequest } from '#test/fakes/report-events.js';
import { describeWith } from '#test/servers/describe-with.js';
import { verdictsOf } from '#test/servers/verapdf.js';
import { reportContents } from './report-contents.js';
import { reportSources } from './report-sources.js';

/** Entries of every action with every result, some of them with what a caller may write. */
const notable = auditActions.flatMap((action, at) =>
  auditResults.map((result) =>
    reportEntry({
      ...{ id: `aud_${String(at).padStart(26, '0')}`, action, result },
      key_name: ['build server', 'مفتاح الترجمة', 'key \u202e\u0007 of Väylä', null][at % 4] ?? null,
      ip_address: at % 5 === 0 ? '[erased]' : '2001:db8::77',
    }),
  ),
);
const counts = { success: 4_031, failure: 12, denied: 7 };
const auditOfUse: AuditFigures = {
  totals: async () => ({
    entries: 4_050,
    byAction: auditActions.map((action) => ({ action, ...counts })),
    byDay: [{ day: '2026-11-02', ...counts }],
    byKey: [
      { key_id: 'key_1', key_name: 'build server', ...counts },
      { key_id: null, key_name: null, ...counts },
    ],
    byUser: [
      { user_id: 'usr_ada', user_name: 'Ada Lovelace', user_email: 'ada@example.com', ...counts },
      { user_id: '[erased]', user_name: null, user_email: null, ...counts },
    ],
  }),
  evidence: () => usedService.acts({}),
  notable: async () => ({ entries: notable, total: notable.length + 1 }),
  async *entries() {
    yield notable;
  },
};
const auditOfNothing: AuditFigures = {
  totals: async () => ({ entries: 0, byAction: [], byDay: [], byKey: [], byUser: [] }),
  evidence: async () => noEvidence,
  notable: async () => ({ entries: [], total: 0 }),
  async *entries() {
    yield [];
  },
};
const checkpoint = {
  size: 4_050,
  note: `example.com/log/org_1\n4050\n${'A'.repeat(43)}=\n\n— example.com ${'B'.repeat(91)}=\n`,
};

/** Reports as a worker makes them, by what they are. */
const reportsOn = async (
  name: string,
  types: readonly ReportType[],
  { evidence, audit }: { evidence: ReportEvidence; audit: AuditFigures },
): Promise<[string, Buffer][]> =>
  Promise.all(
    types.map(async (reportType): Promise<[string, Buffer]> => {
      const period = { start: '2026-11-01', end: '2026-11-30' };
      const request = { ...reportRequest, reportType, format: 'pdf' as const, period };
      const queries = {
        organizations: { find: async () => undefined },
        evidence: { of: () => evidence },
        audit: { of: async () => audit },
      };
      const content = await reportContents[reportType](request, reportSources(queries, request, checkpoint));
      return [`${reportType} of ${name}`, await bytesOfPdf(content)];
    }),
  );

describeWith(['verapdf'], 'reports of all types that veraPDF looks at', () => {
  let files: Record<string, Buffer>;

  beforeAll(async () => {
    const used = { evidence: usedService, audit: auditOfUse };
    const unused = { evidence: emptyEvidence, audit: auditOfNothing };
    files = Object.fromEntries([
      ...(await reportsOn('use', reportTypes, used)),
      ...(await reportsOn('nothing', ['soc2', 'usage', 'audit'], unused)),
    ]);
  });

  it.each(['2a', 'ua1'] as const)(
    'each conforms to %s, with something and with nothing to show',
    async (profile) => {
      const verdicts = await verdictsOf(files, profile);
      expect(verdicts).toEqual(Object.fromEntries(Object.keys(files).map((name) => [name, []])));
    },
    600_000,
  );
});
