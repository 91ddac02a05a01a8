import {
  columnsBesideEntry,
  csvCellsBesideEntry,
  csvCellsOfEntry,
  listedEntryColumns,
} from '#libs/audit/listed-entry.js';
import { csvCell } from '#libs/platform/csv/csv-cell.js';
import type { Evidence, ReportContent, ReportSection } from '../report-content.js';

const columns = [
  'section',
  'kind',
  'group',
  'label',
  'name',
  'value',
  'unit',
  'status',
  'evidence_count',
  'evidence_query',
  'evidence',
] as const;

type Value = string | number | null | undefined;
type Row = Partial<Record<(typeof columns)[number], Value>>;

/** A number is no formula, whatever its sign. */
const cell = (value: Value): string => (typeof value === 'number' ? String(value) : csvCell(value ?? ''));

const evidenceCells = ({ ids, count, query }: Evidence): Row => ({
  evidence_count: count,
  evidence_query: query,
  evidence: ids.join(' '),
});

function* rowsOf({ title, status, text, figures, evidence, controls, charts, tables }: ReportSection): Generator<Row> {
  yield { kind: 'section', name: title, status, ...evidenceCells(evidence) };
  for (const paragraph of text) yield { kind: 'text', value: paragraph };
  for (const { name, value, unit } of figures) yield { kind: 'figure', name, value, unit };
  for (const control of controls ?? []) {
    const { id: group, title: name, status: found, text: value } = control;
    yield { kind: 'control', group, name, value, status: found, ...evidenceCells(control.evidence) };
  }
  for (const { title: group, unit, points } of charts ?? []) {
    for (const { label, value } of points) yield { kind: 'chart', group, label, value, unit };
  }
  for (const table of tables ?? []) {
    for (const [label, ...values] of table.rows) {
      for (const [at, value] of values.entries()) {
        yield { kind: 'table', group: table.title, label, name: table.columns[at + 1]?.name, value };
      }
    }
  }
}

function* rowsBefore({ report, method, checkpoint }: ReportContent): Generator<Row> {
  const { organization, period, ...facts } = report;
  const named = {
    ...facts,
    organization_id: organization.id,
    organization_name: organization.name,
    period_start: period.start,
    period_end: period.end,
  };
  for (const [name, value] of Object.entries(named)) yield { kind: 'report', name, value };
  for (const paragraph of method) yield { kind: 'method', value: paragraph };
  yield { kind: 'checkpoint', value: checkpoint };
}

const entryColumns = [...listedEntryColumns, ...columnsBesideEntry];
const noEntry = ','.repeat(entryColumns.length);
const noRow = ','.repeat(columns.length - 2);

/**
 * One table of RFC 4180, whose every row says in `section` and `kind` what it is: a fact of the report, a figure, a cell of
 * a table, and so on. Reports with entries of the audit log have the columns of the log's export behind.
 */
export async function* writeCsv(content: ReportContent): AsyncGenerator<Uint8Array> {
  const hasEntries = content.sections.some(({ entries }) => entries !== undefined);
  const end = hasEntries ? `${noEntry}\r\n` : '\r\n';
  const line = (row: Row) => columns.map((column) => cell(row[column])).join(',') + end;
  yield Buffer.from(`${[...columns, ...(hasEntries ? entryColumns : [])].join(',')}\r\n`);
  yield Buffer.from([...rowsBefore(content)].map(line).join(''));
  for (const section of content.sections) {
    const { id } = section;
    yield Buffer.from([...rowsOf(section)].map((row) => line({ section: id, ...row })).join(''));
    if (section.entries === undefined) continue;
    const begin = `${csvCell(id)},entry${noRow}`;
    for await (const page of section.entries()) {
      if (page.length === 0) continue;
      const lines = page.map(
        (entry) =>
          `${begin},${csvCellsOfEntry(entry)},${csvCellsBesideEntry(entry, content.people?.[entry.user_id])}\r\n`,
      );
      yield Buffer.from(lines.join(''));
    }
  }
}
