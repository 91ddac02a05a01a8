import type { ListedEntry } from '#libs/audit/listed-entry.js';
import type { ReportContent } from './report-content.js';

/** An entry of the audit log; `changes` replaces fields. */
export const reportEntry = (changes: Partial<ListedEntry> = {}): ListedEntry => ({
  id: 'aud_00000000000017777777777777',
  timestamp: '2026-11-21T10:00:00.000Z',
  action: 'translate',
  resource: 'text',
  resource_id: 'req_1',
  user_id: 'usr_ada',
  key_id: 'key_1',
  key_name: null,
  ip_address: '192.0.2.7',
  user_agent: '=cmd|x',
  request_id: 'req_1',
  metadata: { word_count: 2 },
  result: 'success',
  ...changes,
});

/** The part that every report begins with. */
export const reportHead: Pick<ReportContent, 'report' | 'checkpoint'> = {
  report: {
    id: 'rep_1',
    type: 'audit',
    title: 'Audit report',
    organization: { id: 'org_1', name: '=Oy' },
    period: { start: '2026-11-01', end: '2026-11-30' },
    created_at: '2026-12-01T08:00:00.000Z',
  },
  checkpoint: 'origin\n42\nroot\n',
};

async function* twoPages() {
  yield [reportEntry({ id: 'aud_1' }), reportEntry({ id: 'aud_2' })];
  yield [];
  yield [reportEntry({ id: 'aud_3' })];
}

/** A report with everything that one can have. */
export const wholeReport: ReportContent = {
  ...reportHead,
  method: ['How it was made.', 'What it cannot know.'],
  sections: [
    {
      id: 'first',
      title: 'First',
      status: 'partly_evidenced',
      text: ['One, two.', '=three'],
      figures: [
        { name: 'change', value: -2, unit: 'characters' },
        { name: 'busiest_day', value: '2026-11-21', unit: null },
      ],
      evidence: { ids: ['aud_1', 'aud_2'], count: 7, query: 'start=2026-11-01&end=2026-12-01' },
      controls: [
        {
          id: 'CC6.1',
          title: 'Access',
          status: 'not_applicable',
          text: 'Nothing to show.',
          evidence: { ids: [], count: 0, query: null },
        },
      ],
      charts: [{ kind: 'bars', title: 'Use', unit: 'requests', points: [{ label: 'a', value: 3 }] }],
      tables: [
        {
          title: 'Keys',
          columns: [
            { name: 'Key', align: 'start' },
            { name: 'Requests', align: 'end' },
            { name: 'Note', align: 'start' },
          ],
          rows: [['key_1', 3, null]],
        },
      ],
    },
    {
      id: 'entries',
      title: 'Entries',
      status: 'evidenced',
      text: [],
      figures: [],
      evidence: { ids: [], count: 3, query: null },
      entries: twoPages,
    },
  ],
};

export const textOf = async (pieces: AsyncIterable<Uint8Array>): Promise<string> =>
  Buffer.concat(await Array.fromAsync(pieces)).toString();
