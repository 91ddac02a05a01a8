import { describe, expect, it } from 'vitest';
import { auditActions } from '#libs/domain/audit/audit-vocabulary.js';
import { reportEntry, reportHead } from '../report-content.fixture.js';
import { noEvidence } from '../report-content.js';
import { type AuditFigures, administrativeActions } from './audit-figures.js';
import { auditReport, maxListed } from './audit-report.js';

const evidence = { ids: ['aud_2', 'aud_1'], count: 2, query: 'start=2026-11-01&end=2026-12-01' };
const counts = { success: 1, failure: 0, denied: 1 };

const figures = (notable: { listed: number; total: number } = { listed: 1, total: 1 }): AuditFigures => ({
  totals: async () => ({
    entries: 2,
    byAction: [{ action: 'translate', ...counts }],
    byDay: [{ day: '2026-11-21', ...counts }],
    byKey: [{ key_id: null, key_name: null, ...counts }],
    byUser: [{ user_id: 'usr_ada', user_name: 'Ada Lovelace', user_email: 'ada@example.com', ...counts }],
  }),
  evidence: async () => evidence,
  notable: async (max) => ({
    entries: Array.from({ length: Math.min(max, notable.listed) }, () => reportEntry({ result: 'denied' })),
    total: notable.total,
  }),
  async *entries() {
    yield [reportEntry()];
  },
});

describe('the audit report', () => {
  it.each(['json', 'csv'] as const)('as %s it has the totals, and all entries', async (format) => {
    const { sections } = await auditReport(reportHead, format, figures());
    expect(sections.map(({ id }) => id)).toEqual(['totals', 'entries']);
    expect(sections[0]).toMatchObject({
      evidence,
      figures: [
        { name: 'entries', value: 2 },
        { name: 'success', value: 1 },
        { name: 'failure', value: 0 },
        { name: 'denied', value: 1 },
      ],
    });
    const [byDay, byAction] = sections[0]?.charts ?? [];
    expect(byDay?.points).toHaveLength(30);
    expect(byDay?.points.filter(({ value }) => value !== 0)).toEqual([{ label: '2026-11-21', value: 2 }]);
    expect(byAction?.points).toEqual([{ label: 'translate', value: 2 }]);
    expect(sections[0]?.tables?.map(({ rows }) => rows)).toEqual([
      [['translate', 1, 0, 1, 2]],
      [['2026-11-21', 1, 0, 1, 2]],
      [['without a key', null, 1, 0, 1, 2]],
      [['usr_ada', 'Ada Lovelace', 'ada@example.com', 1, 0, 1, 2]],
    ]);
    expect(await Array.fromAsync(sections[1]?.entries?.() ?? [])).toEqual([[reportEntry()]]);
  });

  it('the report as PDF lists refused and administrative acts, and says how many there are', async () => {
    const { sections } = await auditReport(reportHead, 'pdf', figures({ listed: 9_000, total: 9_000 }));
    expect(sections.map(({ id }) => id)).toEqual(['totals', 'refused_and_administrative']);
    expect(sections[1]?.tables?.[0]?.rows).toHaveLength(maxListed);
    expect(sections[1]?.text[1]).toContain('The newest 5,000 of 9,000 are listed');
    const [, few] = (await auditReport(reportHead, 'pdf', figures())).sections;
    expect(few?.text[1]).toContain('The only one is listed');
    expect(few?.entries).toBeUndefined();
    expect(few?.evidence).toEqual(noEvidence);
  });

  it('the report as PDF says who it was and why an act was refused, with the code and the status', async () => {
    const metadata = { code: 'insufficient_scope', status: 403 };
    const denied = reportEntry({ id: 'aud_1', result: 'denied', metadata });
    const translated = reportEntry({
      ...{ id: 'aud_2', user_id: 'usr_2', key_id: null, result: 'failure' },
      metadata: {
        source_language: 'en',
        target_language: 'es',
        word_count: 2,
        filename: 'plan.docx',
        code: 'unheard_of',
      },
    });
    const notable = async () => ({ entries: [denied, translated], total: 2 });
    const { sections, people } = await auditReport(reportHead, 'pdf', { ...figures(), notable });
    expect(people).toEqual({ usr_ada: { name: 'Ada Lovelace', email: 'ada@example.com' } });
    const names = sections[1]?.tables?.[0]?.columns.map(({ name }) => name) ?? [];
    const rows = sections[1]?.tables?.[0]?.rows.map((row) =>
      Object.fromEntries(names.map((name, at) => [name, row[at]])),
    );
    expect(rows).toMatchObject([
      {
        ...{ User: 'Ada Lovelace', Entry: 'aud_1', Key: 'key_1' },
        'Reason and details':
          'The API key or the role lacks the scope that this request needs. (insufficient_scope, 403)',
      },
      { User: 'usr_2', 'What it was about': 'text plan.docx', 'Reason and details': 'unheard_of en to es 2 words' },
    ]);
  });

  it('the report as PDF says of each action that it lists it, or names it as left out', async () => {
    const [, listed] = (await auditReport(reportHead, 'pdf', figures())).sections;
    for (const action of auditActions)
      if (!administrativeActions.includes(action) && action !== 'request_refused')
        expect(listed?.text[0]).toMatch(new RegExp(`\\b${action}\\b`));
  });

  it.each(['pdf', 'json', 'csv'] as const)(
    'as %s a period without entries says so, and has no table and no chart',
    async (format) => {
      const none: AuditFigures = {
        ...figures({ listed: 0, total: 0 }),
        totals: async () => ({ entries: 0, byAction: [], byDay: [], byKey: [], byUser: [] }),
        evidence: async () => noEvidence,
      };
      const { sections } = await auditReport(reportHead, format, none);
      for (const { text, charts, tables, status } of sections) {
        expect(text.join(' ')).toMatch(/The audit log has no entries in the period\.|The period has no such act\./);
        expect({ charts, tables, status }).toEqual({ charts: undefined, tables: undefined, status: 'not_evidenced' });
      }
    },
  );

  it('administrative acts are all but those on texts and documents', () => {
    expect(administrativeActions).toContain('api_key_create');
    expect(administrativeActions).toContain('report_create');
    expect(administrativeActions).not.toContain('translate');
    expect(administrativeActions).not.toContain('request_refused');
  });
});
