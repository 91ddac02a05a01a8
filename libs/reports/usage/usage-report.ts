import type { Chart, Evidence, Figure, ReportContent, ReportSection } from '../report-content.js';
import { pointsByDay } from '../report-days.js';
import type { UsageEvidence } from '../report-evidence.js';

type Counts = { readonly characters: number; readonly requests: number };

const method = [
  'Requests and characters are counted as GET /v1/usage counts them, by day (UTC): a request is an act, which leaves an entry in the audit log, refused ones too; reads are not counted. A character is a Unicode code point of a text that was translated. The characters of a document count on the day on which its translation was completed, for the key that requested it. These figures are not bound to the checkpoint: they were read after it was fixed, and may have what came since.',
  'The figures were taken after everything that had happened before the report was requested was counted. What was done while the report was made may be among the figures of the last day.',
  'The evidence is the entries of the audit log in the period, up to the size of the checkpoint. An entry stands for one act; the entry of refusals that were counted together stands for several.',
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

type Points = Chart['points'];

interface Grouping<Row extends Counts> {
  id: string;
  title: string;
  column: string;
  kind: 'bars' | 'line';
  rows: readonly Row[];
  labelOf: (row: Row) => string;
  /** The points of a chart; the first of the rows where it is left out. */
  pointsOf?: (measure: (row: Row) => number) => Points;
  none: string;
}

/** Labels of a chart of bars: more than these cannot be told apart. */
const maxBars = 20;

const sectionOf = <Row extends Counts>(
  { id, title, column, kind, rows, labelOf, pointsOf, none }: Grouping<Row>,
  evidence: Evidence,
): ReportSection => {
  const largest = (measure: (row: Row) => number): Points =>
    rows.slice(0, maxBars).map((row) => ({ label: labelOf(row), value: measure(row) }));
  const chartOf = (unit: 'characters' | 'requests') => ({
    kind,
    title: `${unit === 'characters' ? 'Characters' : 'Requests'} by ${column.toLowerCase()}`,
    unit,
    points: (pointsOf ?? largest)((row) => row[unit]),
  });
  return {
    id,
    title,
    status: rows.length === 0 ? 'not_evidenced' : 'evidenced',
    text: rows.length === 0 ? [none] : [],
    figures: [],
    evidence,
    charts: [chartOf('characters'), chartOf('requests')].filter(({ points }) =>
      points.some(({ value }) => value !== 0),
    ),
    tables: [
      {
        title,
        columns: [
          { name: column, align: 'start' },
          { name: 'Characters', align: 'end' },
          { name: 'Requests', align: 'end' },
        ],
        rows: rows.map((row) => [labelOf(row), row.characters, row.requests]),
      },
    ],
  };
};

/** The report on the usage of a period: in all, and by day, key and endpoint. */
export const usageReport = (
  head: Pick<ReportContent, 'report' | 'checkpoint'>,
  usage: UsageEvidence,
  evidence: Evidence,
): ReportContent => {
  const { start, end } = head.report.period;
  const none = 'There was no use in the period.';
  return {
    ...head,
    method,
    sections: [
      {
        id: 'summary',
        title: 'Use in all',
        status: usage.requests === 0 ? 'not_evidenced' : 'evidenced',
        text: [`From ${start} to ${end}, both days included.`],
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
          labelOf: ({ key_id }) => (key_id === '' ? 'without a key' : key_id),
        },
        evidence,
      ),
    ],
  };
};
