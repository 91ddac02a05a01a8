import type { AuditMetadata } from '#libs/audit/audit-metadata.js';
import type { ListedEntry } from '#libs/audit/listed-entry.js';
import { type ErrorCode, errorCatalogue } from '#libs/domain/errors/error-catalogue.js';
import type { ReportFormat } from '#libs/domain/report/report-types.js';
import { filledParts } from '../filled-parts.js';
import { type Evidence, noEvidence, type ReportContent, type ReportSection, type Table } from '../report-content.js';
import { pointsByDay } from '../report-days.js';
import { keyCells, keyColumns, keyLabel } from '../report-keys.js';
import { type KnownUsers, knownUsers, userCells, userColumns } from '../report-people.js';
import { counted, listed, numberOf } from '../wording.js';
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
  'The checkpoint commits to every entry that was counted. An export of the audit log has the same entries with their proofs, which anybody checks without the service.',
  'Keys are shown with their ids and with the names that they were given when they were made; users with the names and addresses that are known when the report is made.',
  'Personal data of people who were erased read [erased], and they are counted as one.',
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
  { entries, byAction, byDay, byKey, byUser }: AuditTotals,
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
        tableOf('Entries by user', userColumns, byUser, userCells),
      ],
    }),
  };
};

const columns = [
  'Time',
  'Action',
  'What it was about',
  'User',
  'Key',
  'Address',
  'Result',
  'Reason and details',
  'Entry',
];

const isCode = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorCatalogue, code);

/** Why an act was refused or failed, in the words of the catalogue of errors, with code and status. */
const reasonOf = ({ code, status }: AuditMetadata): string[] => {
  if (typeof code !== 'string') return [];
  const marks = [code, status].filter((mark) => mark !== undefined).join(', ');
  return [isCode(code) ? `${errorCatalogue[code].message} (${marks})` : marks];
};

/** The languages and words of a translation. */
const translationOf = ({
  source_language: source,
  target_language: target,
  word_count: words,
}: AuditMetadata): string[] => [
  ...(typeof source === 'string' && typeof target === 'string' ? [`${source} to ${target}`] : []),
  ...(typeof words === 'number' ? [counted(words, 'word')] : []),
];

const detailsOf = ({ metadata }: ListedEntry): string | null =>
  [...reasonOf(metadata), ...translationOf(metadata)].join(' ') || null;

const nameOf = (userId: string, people: KnownUsers): string => {
  const { name, email } = people[userId] ?? {};
  return name || email || userId;
};

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
const notableSection = ({ entries, total }: NotableEntries, people: KnownUsers): ReportSection => ({
  id: 'refused_and_administrative',
  title: 'Refused and administrative acts',
  status: total === 0 ? 'not_evidenced' : 'evidenced',
  text: [
    `All acts that were refused or failed, and those that were done but for the everyday ones (${listed(everydayActs)}), newest first.`,
    `${listedOf(entries.length, total)} The report as JSON, CSV or XLSX has all entries of the period.`,
  ],
  figures: [{ name: 'refused_and_administrative', value: total, unit: 'entries' }],
  evidence: noEvidence,
  ...filledParts({
    tables: [
      {
        title: 'Refused and administrative acts',
        columns: columns.map((name) => ({ name, align: 'start' })),
        rows: entries.map((entry) => [
          entry.timestamp,
          entry.action,
          [entry.resource, entry.metadata.filename ?? entry.document_name ?? entry.resource_id].join(' '),
          nameOf(entry.user_id, people),
          entry.key_id && keyLabel({ key_id: entry.key_id, key_name: entry.key_name }),
          entry.ip_address,
          entry.result,
          detailsOf(entry),
          entry.id,
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
  const counts = await figures.totals();
  const people = knownUsers(counts.byUser);
  const totals = totalsSection(counts, head.report, evidence);
  const rest =
    format === 'pdf' ? notableSection(await figures.notable(maxListed), people) : entriesSection(figures, evidence);
  return { ...head, people, method, sections: [totals, rest] };
};
