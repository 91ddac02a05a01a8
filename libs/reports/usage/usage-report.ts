import { filledParts } from '../filled-parts.js';
import type { Chart, Evidence, Figure, ReportContent, ReportSection, Table } from '../report-content.js';
import { pointsByDay } from '../report-days.js';
import type { UsageEvidence } from '../report-evidence.js';
import { keyCells, keyColumns, keyLabel } from '../report-keys.js';
import { knownUsers, userCells, userColumns, userLabel } from '../report-people.js';
import { numberOf } from '../wording.js';

type Counts = { readonly characters: number; readonly requests: number };

/** How the figures are counted, so that a reader of an export counts the same. */
const method = [
  'Every figure is counted over the entries of the audit log in the period (UTC) up to the size of the checkpoint, and over nothing else: whoever has an export of the log up to that size counts the same. Entries that came later are not in this report, whatever their time.',
  'An entry is one request, refused ones too. None of these counts as a request: what an operator or the service did by itself, the linking of an identity at a sign-in, the sign-in that comes with a new password, the end of the translation that an upload asked for (it has the request id of the upload), and request_refused (reads that were refused, and refusals that were counted together).',
  'Characters are character_count of the entries of translate and translate_document that succeeded, and of streams that broke off (outcome broken): Unicode code points of the text that was translated. The entry of a stream that failed does not say whether a part was sent: its characters are not counted. Those of a document count on the day on which its translation ended, for the key that requested it.',
  'The endpoint is that of the entry, where it has one, and otherwise follows from its resource. Keys are shown with their ids and with the names that they were given when they were made; users with the names and addresses that are known when the report is made, and all who were erased as one.',
  'By pair of languages each translation that was done is one request, that of an upload too.',
  'The figures of use that the service shows while it runs are counted from the same acts as they happen and are bound to no checkpoint. They differ in three things: they have refusals that were counted together, the characters of a stream from its first token on, however it ended, and a further translation of a document when it is requested, not when it ends.',
];

const figuresOf = ({ characters, requests, byDay }: UsageEvidence): Figure[] => {
  const busiest = byDay.toSorted((a, b) => b.characters - a.characters || b.requests - a.requests)[0];
  return [
    { name: 'characters', value: characters, unit: 'characters' },
    { name: 'requests', value: requests, unit: 'requests' },
    { name: 'days_with_use', value: byDay.length, unit: 'days' },
    ...(busiest === undefined ? [] : [{ name: 'busiest_day', value: busiest.day, unit: null }]),
  ];
};

/** The size and the root in the signed note of a checkpoint; nothing where there is none. */
const boundsIn = (checkpoint: string | null): string[] => {
  const [, size, root] = checkpoint?.split('\n') ?? [];
  return size === undefined || root === undefined
    ? []
    : [`The log had ${size} entries at the checkpoint, with the root ${root}: what came later is not counted.`];
};

type Points = Chart['points'];

interface Grouping<Row extends Counts> {
  id: string;
  title: string;
  column: string;
  kind: 'bars' | 'line';
  rows: readonly Row[];
  labelOf: (row: Row) => string;
  /** Columns of the table and their cells, where there are more than the label. */
  columns?: Table['columns'];
  cellsOf?: (row: Row) => Table['rows'][number];
  /** The points of a chart; the largest of the rows where it is left out. */
  pointsOf?: (measure: (row: Row) => number) => Points;
  none: string;
}

/** Labels of a chart of bars: more than these cannot be told apart. */
const maxBars = 20;

const sectionOf = <Row extends Counts>(
  { id, title, column, kind, rows, labelOf, columns, cellsOf, pointsOf, none }: Grouping<Row>,
  evidence: Evidence,
): ReportSection => {
  const largest = (measure: (row: Row) => number): Points =>
    rows
      .flatMap((row) => (measure(row) === 0 ? [] : [{ label: labelOf(row), value: measure(row) }]))
      .toSorted((a, b) => b.value - a.value);
  const chartOf = (unit: 'characters' | 'requests') => {
    const points = (pointsOf ?? largest)((row) => row[unit]);
    const isCut = kind === 'bars' && points.length > maxBars;
    const title = `${unit === 'characters' ? 'Characters' : 'Requests'} by ${column.toLowerCase()}`;
    return {
      ...{ kind, unit },
      title: isCut ? `${title}: the ${maxBars} largest of ${numberOf(points.length)}` : title,
      points: isCut ? points.slice(0, maxBars) : points,
    };
  };
  return {
    id,
    title,
    status: rows.length === 0 ? 'not_evidenced' : 'evidenced',
    text: rows.length === 0 ? [none] : [],
    figures: [],
    evidence,
    ...filledParts({
      charts: [chartOf('characters'), chartOf('requests')],
      tables: [
        {
          title,
          columns: [
            ...(columns ?? [{ name: column, align: 'start' }]),
            { name: 'Characters', align: 'end' },
            { name: 'Requests', align: 'end' },
          ],
          rows: rows.map((row) => [...(cellsOf?.(row) ?? [labelOf(row)]), row.characters, row.requests]),
        },
      ],
    }),
  };
};

/** The report on the usage of a period: in all, and by day, endpoint, key, user and pair of languages. */
export const usageReport = (
  head: Pick<ReportContent, 'report' | 'checkpoint'>,
  usage: UsageEvidence,
  evidence: Evidence,
): ReportContent => {
  const { start, end } = head.report.period;
  const none = 'There was no use in the period.';
  return {
    ...head,
    people: knownUsers(usage.byUser),
    use: {
      by_user: usage.byUser.map(({ user_id, requests, characters }) => ({ user_id, requests, characters })),
      by_language_pair: usage.byLanguagePair,
    },
    method,
    sections: [
      {
        id: 'summary',
        title: 'Use in all',
        status: usage.requests === 0 ? 'not_evidenced' : 'evidenced',
        text: [
          `From ${start} to ${end}, both days included.`,
          ...(usage.requests === 0 ? [none] : []),
          ...boundsIn(head.checkpoint),
        ],
        figures: figuresOf(usage),
        evidence,
      },
      sectionOf(
        {
          ...{ id: 'by_day', title: 'Use by day', column: 'Day', kind: 'line', none },
          rows: usage.byDay,
          labelOf: ({ day }) => day,
          pointsOf: (measure) => pointsByDay(usage.byDay, { start, end, madeAt: head.report.created_at }, measure),
        },
        evidence,
      ),
      sectionOf(
        {
          ...{ id: 'by_endpoint', title: 'Use by endpoint', column: 'Endpoint', kind: 'bars', none },
          rows: usage.byEndpoint,
          labelOf: ({ endpoint }) => endpoint,
        },
        evidence,
      ),
      sectionOf(
        {
          ...{ id: 'by_key', title: 'Use by API key', column: 'Key', kind: 'bars', none },
          rows: usage.byKey,
          ...{ labelOf: keyLabel, columns: keyColumns, cellsOf: keyCells },
        },
        evidence,
      ),
      sectionOf(
        {
          ...{ id: 'by_user', title: 'Use by user', column: 'User', kind: 'bars', none },
          rows: usage.byUser,
          ...{ labelOf: userLabel, columns: userColumns, cellsOf: userCells },
        },
        evidence,
      ),
      sectionOf(
        {
          ...{ id: 'by_language_pair', title: 'Translations by language pair', column: 'Language pair', kind: 'bars' },
          none: 'Nothing was translated in the period.',
          rows: usage.byLanguagePair,
          labelOf: ({ source_language, target_language }) => `${source_language} to ${target_language}`,
          columns: [
            { name: 'From', align: 'start' },
            { name: 'To', align: 'start' },
          ],
          cellsOf: ({ source_language, target_language }) => [source_language, target_language],
        },
        evidence,
      ),
    ],
  };
};
