import type { Control, Evidence, ReportContent, ReportSection, Table } from '../report-content.js';
import { noEvidence } from '../report-content.js';

const ulid = (at: number): string => `01K9R${String(at).padStart(21, '0')}`;

export const evidence = (count: number, query = 'start=2026-01-01&end=2026-04-01&action=translate'): Evidence => ({
  ids: Array.from({ length: Math.min(count, 100) }, (_, at) => ulid(count - at)),
  count,
  query,
});

export const report: ReportContent['report'] = {
  id: 'rep_01K9RZ3V6Q8M2N4P5T7W9X0Y1A',
  type: 'soc2',
  title: 'SOC 2: evidence for the Trust Services Criteria',
  organization: { id: 'org_01K9RZ3V6Q8M2N4P5T7W9X0Y1B', name: 'Väylä & Sanat Oy' },
  period: { start: '2026-01-01', end: '2026-03-31' },
  created_at: '2026-04-01T06:12:30.123Z',
};

export const emptyReport: ReportContent = { report, method: [], checkpoint: null, sections: [] };

export const section = (changes: Partial<ReportSection> = {}): ReportSection => ({
  id: 'usage',
  title: 'Use of the service',
  status: 'evidenced',
  text: ['Each request is an entry of the audit log. The figures below count those of the period.'],
  figures: [],
  evidence: noEvidence,
  ...changes,
});

const days = (count: number): { label: string; value: number }[] =>
  Array.from({ length: count }, (_, at) => ({
    label: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    value: Math.round(40_000 + 35_000 * Math.sin(at / 5) + ((at * 7_919) % 9_000)),
  }));

export const table = (rows: number): Table => ({
  title: 'Entries of the audit log',
  columns: [
    { name: 'Entry', align: 'start' },
    { name: 'Time', align: 'start' },
    { name: 'Action', align: 'start' },
    { name: 'Resource', align: 'start' },
    { name: 'Result', align: 'start' },
    { name: 'Characters', align: 'end' },
  ],
  rows: Array.from({ length: rows }, (_, at) => [
    ulid(at),
    `2026-02-${String(1 + (at % 28)).padStart(2, '0')}T08:${String(at % 60).padStart(2, '0')}:11.250Z`,
    ['text.translate', 'document.translate', 'api_key.create'][at % 3] ?? '',
    `doc_${ulid(at * 13)}`,
    at % 17 === 0 ? 'denied' : 'success',
    at % 5 === 0 ? null : at * 1_237,
  ]),
});

const statuses: readonly Control['status'][] = ['evidenced', 'partly_evidenced', 'not_evidenced', 'not_applicable'];

export const control = (at: number): Control => ({
  id: `CC${1 + Math.floor(at / 8)}.${1 + (at % 8)}`,
  title: 'Logical access is restricted to those who have been given it by an administrator',
  status: statuses[at % 4] ?? 'evidenced',
  text: 'Keys carry scopes, and every request names the key that made it. The data show which keys were made, used and revoked in the period; they do not show who held them.',
  evidence: at % 4 === 3 ? noEvidence : evidence([0, 7, 1_234][at % 3] ?? 0),
});

export const fullReport: ReportContent = {
  report,
  method: [
    'The figures were counted over the entries of the audit log of the organization, from the first day of the period to the last, both included, in UTC.',
    'What happened outside of this service is not in its log: contracts, training of people and the security of offices are not covered.',
  ],
  checkpoint: `transledger.example/log/org_01K9RZ3V6Q8M2N4P5T7W9X0Y1B\n48211\n${'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I='}\n\n— transledger.example ${'Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8='}`,
  sections: [
    section({
      status: 'partly_evidenced',
      figures: [
        { name: 'Characters translated', value: 128_934_511, unit: 'characters' },
        { name: 'Requests', value: 84_213, unit: 'requests' },
        { name: 'Requests refused', value: 0.42, unit: '%' },
        { name: 'Data stay in', value: 'eu-north-1', unit: null },
      ],
      evidence: evidence(84_213),
      charts: [
        {
          kind: 'bars',
          title: 'Characters by endpoint',
          unit: 'characters',
          points: [
            { label: '/v1/translate', value: 91_000_000 },
            { label: '/v1/documents', value: 36_500_000 },
            { label: '/v1/stream', value: 1_434_511 },
          ],
        },
        { kind: 'line', title: 'Characters by day', unit: 'characters', points: days(90) },
      ],
      tables: [table(30)],
    }),
    section({
      id: 'controls',
      title: 'Controls of the criteria',
      status: 'not_evidenced',
      controls: Array.from({ length: 24 }, (_, at) => control(at)),
    }),
  ],
};

export const largeReport = (rows: number): ReportContent => ({
  ...fullReport,
  report: { ...report, type: 'audit', title: 'Audit report' },
  sections: [
    section({
      title: 'Entries',
      tables: [table(rows)],
      charts: [
        { kind: 'bars', title: 'By day', unit: 'entries', points: days(2_000) },
        { kind: 'columns', title: 'By day, as columns', unit: 'entries', points: days(31) },
        { kind: 'line', title: 'By day, as a line', unit: 'entries', points: days(2_000) },
      ],
    }),
  ],
});

const endless = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(240).slice(0, 10_000);

/** A report with names that a tenant may choose to do harm: length, controls, markup, values that are no numbers. */
export const hostileReport: ReportContent = {
  report: {
    ...report,
    id: endless,
    title: `<script>&amp;]]> ${endless}`,
    organization: { id: endless, name: `\u0000\u0007\ud800 (\\) <b>&\u202e${endless}` },
    period: { start: 'never', end: '' },
  },
  method: [endless, '', ' \u0000 '],
  checkpoint: `${endless}\n\n\n${endless}`,
  sections: [
    section({
      title: endless,
      text: [endless, 'a\u0301\u0301\u0301'.repeat(300), '\ue000\u{10ffff}\u{f0000}𓀀🙂'],
      figures: [
        { name: endless, value: endless, unit: endless },
        { name: 'Without end', value: Number.POSITIVE_INFINITY, unit: '%' },
        { name: 'None', value: Number.NaN, unit: null },
      ],
      evidence: { ids: Array.from({ length: 300 }, () => endless), count: 400, query: `from=${endless}` },
      charts: [
        { kind: 'line', title: endless, unit: endless, points: [] },
        { kind: 'line', title: 'One', unit: '', points: [{ label: endless, value: -1e308 }] },
        {
          kind: 'bars',
          title: 'Wide',
          unit: 'x',
          points: [
            { label: endless, value: 1e308 },
            { label: '', value: -1e308 },
            { label: 'n', value: Number.NaN },
          ],
        },
        {
          kind: 'bars',
          title: 'Small',
          unit: 'x',
          points: [
            { label: 'a', value: 5e-324 },
            { label: 'b', value: Number.POSITIVE_INFINITY },
          ],
        },
      ],
      tables: [
        { title: endless, columns: [], rows: [] },
        { title: 'No rows', columns: [{ name: 'a', align: 'start' }], rows: [] },
        {
          title: 'Uneven',
          columns: Array.from({ length: 30 }, () => ({ name: endless, align: 'end' as const })),
          rows: [[], Array.from({ length: 60 }, () => endless), [1, null, '']],
        },
      ],
      controls: [
        {
          id: endless,
          title: endless,
          status: 'not_applicable',
          text: endless,
          evidence: { ids: [], count: 3, query: '' },
        },
      ],
    }),
  ],
};

/** Names in scripts that need other fonts, joining of letters, or lines that run leftwards. */
export const scriptsReport: ReportContent = {
  ...fullReport,
  report: { ...report, organization: { ...report.organization, name: 'شركة الترجمة العربية (المحدودة) 2026' } },
  method: [
    'Arabic in a line: شركة الترجمة (المحدودة) 2026, and on.',
    'Hebrew: חברת התרגום בע״מ, with points: שָׁלוֹם.',
    'Chinese: 北京翻译有限公司，及其在上海的分公司。'.repeat(6),
    'Greek: Μεταφραστική Α.Ε. Cyrillic: ООО «Переводчик» № 7. Vietnamese: Công ty Dịch thuật Việt. Polish: Łódź. Accents apart: e\u0301.',
    'Japanese: 株式会社ほんやく。Korean: 번역 주식회사. Devanagari: अनुवाद प्राइवेट लिमिटेड. Thai: บริษัทแปล จำกัด. Not in any font: 𓀀🙂\ue000.',
  ],
  sections: [
    section({
      title: '使用情况 – الاستخدام',
      figures: [{ name: 'اسم الشركة', value: '北京翻译有限公司', unit: 'מילים' }],
      charts: [
        {
          kind: 'bars',
          title: 'Сравнение',
          unit: 'μ',
          points: [
            { label: 'العربية', value: 12 },
            { label: '中文', value: 30 },
            { label: 'Ελληνικά', value: 7 },
          ],
        },
      ],
      tables: [
        {
          title: 'Ключи',
          columns: [
            { name: 'الاسم', align: 'start' },
            { name: '数量', align: 'end' },
          ],
          rows: [
            ['مفتاح الإنتاج', 12_500],
            ['生产密钥', 900],
          ],
        },
      ],
    }),
  ],
};
