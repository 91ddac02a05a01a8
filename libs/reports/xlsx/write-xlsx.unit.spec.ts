import { expect, it } from 'vitest';
import { rowsIn } from '#libs/platform/xlsx/workbook.fixture.js';
import { wholeReport } from '../report-content.fixture.js';
import { writeReportXlsx } from './write-xlsx.js';

const sheetsOf = async (content: typeof wholeReport) =>
  rowsIn(Buffer.concat(await Array.fromAsync(writeReportXlsx(content))));

it('a report is a workbook: what it is, its statements, its figures, its tables, its entries, and an annex', async () => {
  const sheets = await sheetsOf({ ...wholeReport, people: { usr_ada: { name: 'Ada', email: 'ada@example.com' } } });
  expect(Object.keys(sheets)).toEqual(['Report', 'Statements', 'Figures', 'Keys', 'Entries', 'Annex']);
  expect(sheets.Report).toContainEqual(['Organization', '=Oy']);
  expect(sheets.Statements?.slice(1, 3)).toEqual([
    ['First', null, null, 'partly_evidenced', 'One, two.\n=three', { v: 7, s: undefined }],
    ['First', 'CC6.1', 'Access', 'not_applicable', 'Nothing to show.', { v: 0, s: undefined }],
  ]);
  expect(sheets.Keys).toEqual([
    ['Key', 'Requests', 'Note'],
    ['key_1', { v: 3, s: undefined }, null],
  ]);
  const [columns = [], entry = []] = sheets.Entries ?? [];
  const named = Object.fromEntries(columns.map((name, at) => [String(name), entry[at]]));
  expect(named).toMatchObject({
    ...{ id: 'aud_1', user_agent: '=cmd|x', user_name: 'Ada', user_email: 'ada@example.com' },
    ...{ timestamp: { s: '2' }, metadata: '{"word_count":2}', word_count: { v: 2 } },
  });
  expect(sheets.Entries).toHaveLength(4);
  expect(sheets.Annex).toEqual([
    ['For', 'Entry'],
    ['First', 'aud_1'],
    ['First', 'aud_2'],
  ]);
});

it('a column of days is one of dates, a name that looks like a day is none', async () => {
  const [first] = wholeReport.sections;
  if (first === undefined) throw new Error('There is no section');
  const columns = ['Day', 'Name'].map((name) => ({ name, align: 'start' as const }));
  const tables = [
    {
      title: 'Use',
      columns,
      rows: [
        ['2026-11-01', '2026-11-01'],
        ['2026-11-02', 'build server'],
        [null, null],
      ],
    },
  ];
  const { Use } = await sheetsOf({ ...wholeReport, sections: [{ ...first, tables }] });
  expect(Use?.slice(1)).toEqual([
    [{ v: 46_327, s: '3' }, '2026-11-01'],
    [{ v: 46_328, s: '3' }, 'build server'],
    [null, null],
  ]);
});
