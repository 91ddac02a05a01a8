import {
  columnsBesideEntry,
  type ListedEntry,
  listedEntryColumns,
  valuesBesideEntry,
} from '#libs/audit/listed-entry.js';
import { writeXlsx, type XlsxCell, type XlsxTable } from '#libs/platform/xlsx/write-xlsx.js';
import type { Evidence, ReportContent, ReportSection, Table } from '../report-content.js';

const dated = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)?$/;

type Row = readonly XlsxCell[];

/** A column of moments or days is one of dates; a name that happens to look like one is none. */
const isDated = (values: readonly (string | number | null | undefined)[]): boolean => {
  const given = values.filter((value) => value != null);
  return given.length > 0 && given.every((value) => typeof value === 'string' && dated.test(value));
};

const tableOf = ({ title, columns, rows }: Table): XlsxTable => {
  const dates = columns.map((_, at) => isDated(rows.map((row) => row[at])));
  const cellOf = (value: string | number | null | undefined, at: number): XlsxCell =>
    typeof value === 'string' && dates[at] === true ? { date: value } : (value ?? null);
  return {
    name: title,
    columns: columns.map(({ name }) => name),
    rows: [rows.map((row) => columns.map((_, at) => cellOf(row[at], at)))],
  };
};

/** The cells of an entry; metadata are JSON. */
export const xlsxCellsOfEntry = (
  entry: ListedEntry,
  person: { name: string; email?: string } | undefined,
): XlsxCell[] => [
  ...listedEntryColumns.map((column): XlsxCell => {
    const value = entry[column];
    if (column === 'timestamp') return { date: entry.timestamp };
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  }),
  ...valuesBesideEntry(entry, person).map((value): XlsxCell => {
    if (value == null) return null;
    return typeof value === 'number' ? value : String(value);
  }),
];

/** The columns of those cells. */
export const xlsxEntryColumns: readonly string[] = [...listedEntryColumns, ...columnsBesideEntry];

const factsOf = ({ report, method, checkpoint }: ReportContent): Row[] => [
  ['Report', report.title],
  ['Type', report.type],
  ['Report id', report.id],
  ['Organization', report.organization.name],
  ['Organization id', report.organization.id],
  ['First day', { date: report.period.start }],
  ['Last day', { date: report.period.end }],
  ['Made', { date: report.created_at }],
  ...method.map((paragraph): Row => ['Method and limits', paragraph]),
  ['Checkpoint', checkpoint],
];

const statementsOf = ({ title, status, text, evidence, controls = [] }: ReportSection): Row[] => [
  [title, null, null, status, text.join('\n'), evidence.count],
  ...controls.map((one): Row => [title, one.id, one.title, one.status, one.text, one.evidence.count]),
];

const evidenceRows = (of: string, { ids }: Evidence): Row[] => ids.map((id): Row => [of, id]);

const evidenceOf = ({ title, evidence, controls = [] }: ReportSection): Row[] => [
  ...evidenceRows(title, evidence),
  ...controls.flatMap((control) => evidenceRows(`${control.id} ${control.title}`, control.evidence)),
];

const sheetOf = (name: string, columns: readonly string[], rows: readonly Row[]): XlsxTable[] =>
  rows.length === 0 ? [] : [{ name, columns, rows: [rows] }];

const entriesOf = (content: ReportContent, { title, entries }: ReportSection): XlsxTable[] =>
  entries === undefined
    ? []
    : [
        {
          name: title,
          columns: xlsxEntryColumns,
          rows: (async function* () {
            for await (const page of entries())
              yield page.map((entry) => xlsxCellsOfEntry(entry, content.people?.[entry.user_id]));
          })(),
        },
      ];

/** A workbook: what the report is, its statements and figures, a sheet for each table, and ids of entries as an annex. */
export const writeReportXlsx = (content: ReportContent): AsyncGenerator<Buffer> => {
  const { sections } = content;
  const figures = sections.flatMap(({ title, figures: of }) =>
    of.map(({ name, value, unit }): Row => [title, name, value, unit]),
  );
  return writeXlsx([
    ...sheetOf('Report', ['What', 'Value'], factsOf(content)),
    ...sheetOf(
      'Statements',
      ['Section', 'Control', 'Title', 'Status', 'Text', 'Entries of the audit log'],
      sections.flatMap(statementsOf),
    ),
    ...sheetOf('Figures', ['Section', 'Figure', 'Value', 'Unit'], figures),
    ...sections.flatMap(({ tables = [] }) => tables.map(tableOf)),
    ...sections.flatMap((section) => entriesOf(content, section)),
    ...sheetOf('Annex', ['For', 'Entry'], sections.flatMap(evidenceOf)),
  ]);
};
