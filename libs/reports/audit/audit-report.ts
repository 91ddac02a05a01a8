import type { ReportFormat } from '#libs/domain/report/report-types.js';
import { filledParts } from '../filled-parts.js';
import { type Evidence, noEvidence, type ReportContent, type ReportSection, type Table } from '../report-content.js';
import { pointsByDay } from '../report-days.js';
import { keyCells, keyColumns, keyLabel } from '../report-keys.js';
import { listed, numberOf } from '../wording.js';
import {
  type AuditFigures,
  type AuditTotals,
  everydayActions,
  type NotableEntries,
  type ResultCounts,
} from './audit-figures.js';

/** Actions that have room for their names below a chart. */
const maxBars = 10;

/** Entries that a PDF lists. */
export const maxListed = 5_000;

const method = [
  'The entries of the audit log in the period (UTC) are counted, up to the size of the checkpoint: those that came later are not in this report, whatever their time. An entry stands for one act; the entry of refusals that were counted together stands for several.',
  'The checkpoint commits to every entry that was counted. GET /v1/compliance/audit-logs/export gives the same entries with their proofs, and the audit verify command checks them without the service.',
  'Keys are shown with their ids and with the names that they were given when they were made.',
  'Personal data of people who were erased read [erased].',
];

const totalOf = ({ success, failure, denied }: ResultCounts): number => success + failure + denied;

const tableOf = <Row extends ResultCounts>(
  title: string,
  columns: Table['columns'],
  rows: readonly Row[],
  cellsOf: (row: Row) => Table['rows'][number],
): Table => ({
  title,
  columns: [
    ...columns,
    { name: 'Success', align: 'end' },
    { name: 'Failure', align: 'end' },
    { name: 'Denied', align: 'end' },
    { name: 'Total', align: 'end' },
  ],
  rows: rows.map((row) => [...cellsOf(row), row.success, row.failure, row.denied, totalOf(row)]),
});

const totalsSection = (
  { entries, byAction, byDay, byKey }: AuditTotals,
  { period, created_at: madeAt }: ReportContent['report'],
  evidence: Evidence,
): ReportSection => {
  const sum = (result: keyof ResultCounts) => byAction.reduce((count, row) => count + row[result], 0);
  const unit = 'entries';
  return {
    id: 'totals',
    title: 'Entries in all',
    status: entries === 0 ? 'not_evidenced' : 'evidenced',
    text: entries === 0 ? ['The audit log has no entries in the period.'] : [],
    figures: [
      { name: 'entries', value: entries, unit },
      { name: 'success', value: sum('success'), unit },
      { name: 'failure', value: sum('failure'), unit },
      { name: 'denied', value: sum('denied'), unit },
    ],
    evidence,
    ...filledParts({
      charts: [
        {
          ...{ kind: 'line', title: 'Entries by day', unit },
          points: pointsByDay(byDay, { ...period, madeAt }, totalOf),
        },
        {
          ...{ kind: 'bars', title: 'The most frequent actions', unit },
          points: byAction.slice(0, maxBars).map((row) => ({ label: row.action, value: totalOf(row) })),
        },
      ],
      tables: [
        tableOf('Entries by action', [{ name: 'Action', align: 'start' }], byAction, ({ action }) => [action]),
        tableOf('Entries by day', [{ name: 'Day', align: 'start' }], byDay, ({ day }) => [day]),
        tableOf('Entries by API key', keyColumns, byKey, keyCells),
      ],
    }),
  };
};

const columns = ['Entry', 'Time', 'Action', 'Resource', 'User', 'Key', 'Address', 'Result'];

/** The number of the entries that a table has, in words. */
const listedOf = (shown: number, total: number): string => {
  if (total === 0) return 'The period has no such act.';
  return total > shown
    ? `The newest ${numberOf(shown)} of ${numberOf(total)} are listed.`
    : `${total === 1 ? 'The only one is' : `All ${numberOf(total)} are`} listed.`;
};

/** Everyday acts, as the list leaves them out where they were done; a refused one is never left out. */
const everydayActs = everydayActions.filter((action) => action !== 'request_refused');

/** The table names its entries itself, so that no evidence stands beside it. */
const notableSection = ({ entries, total }: NotableEntries): ReportSection => ({
  id: 'refused_and_administrative',
  title: 'Refused and administrative acts',
  status: total === 0 ? 'not_evidenced' : 'evidenced',
  text: [
    `All acts that were refused or failed, and those that were done but for the everyday ones (${listed(everydayActs)}), newest first.`,
    `${listedOf(entries.length, total)} The report in JSON or CSV has all entries of the period.`,
  ],
  figures: [{ name: 'refused_and_administrative', value: total, unit: 'entries' }],
  evidence: noEvidence,
  ...filledParts({
    tables: [
      {
        title: 'Refused and administrative acts',
        columns: columns.map((name) => ({ name, align: 'start' })),
        rows: entries.map((entry) => [
          entry.id,
          entry.timestamp,
          entry.action,
          `${entry.resource} ${entry.resource_id}`,
          entry.user_id,
          entry.key_id && keyLabel({ key_id: entry.key_id, key_name: entry.key_name }),
          entry.ip_address,
          entry.result,
        ]),
      },
    ],
  }),
});

const entriesSection = (figures: AuditFigures, evidence: Evidence): ReportSection => ({
  id: 'entries',
  title: 'Entries',
  status: evidence.count === 0 ? 'not_evidenced' : 'evidenced',
  text: [
    evidence.count === 0 ? 'The audit log has no entries in the period.' : 'All entries of the period, oldest first.',
  ],
  figures: [],
  evidence,
  entries: () => figures.entries(),
});

/** The audit log of a period: totals, and then all entries, or in a PDF those that a reader should see. */
export const auditReport = async (
  head: Pick<ReportContent, 'report' | 'checkpoint'>,
  format: ReportFormat,
  figures: AuditFigures,
): Promise<ReportContent> => {
  const evidence = await figures.evidence();
  const totals = totalsSection(await figures.totals(), head.report, evidence);
  const rest = format === 'pdf' ? notableSection(await figures.notable(maxListed)) : entriesSection(figures, evidence);
  return { ...head, method, sections: [totals, rest] };
};
