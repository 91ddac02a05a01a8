const dayMs = 24 * 60 * 60 * 1_000;
const dayLength = 'YYYY-MM-DD'.length;

/** The day after a day, both `YYYY-MM-DD`. */
export const dayAfter = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, dayLength);

/** Instants of a period of days, RFC 3339: its first, and the first behind it. */
export const instantsOf = ({ start, end }: { start: string; end: string }): { start: string; end: string } => ({
  start: `${start}T00:00:00.000Z`,
  end: `${dayAfter(end)}T00:00:00.000Z`,
});

/** Query of `GET /v1/compliance/audit-logs` for the entries of a period of days. */
export const queryOf = (period: { start: string; end: string }): string =>
  `start=${period.start}&end=${dayAfter(period.end)}`;

interface DayPoint {
  readonly label: string;
  readonly value: number;
}

/**
 * The points of a chart by day: every day of the period up to the one on which the report is made, those without anything
 * as 0; none where no day has anything.
 */
export const pointsByDay = <Row extends { readonly day: string }>(
  rows: readonly Row[],
  { start, end, madeAt }: { start: string; end: string; madeAt: string },
  measure: (row: Row) => number,
): DayPoint[] => {
  const values = new Map(rows.map((row) => [row.day, measure(row)]));
  if (![...values.values()].some((value) => value !== 0)) return [];
  const made = madeAt.slice(0, dayLength);
  const last = [made < end ? made : end, ...values.keys()].reduce((one, other) => (one > other ? one : other));
  const points: DayPoint[] = [];
  for (let label = start; label <= last; label = dayAfter(label)) points.push({ label, value: values.get(label) ?? 0 });
  return points;
};

/** The last day of a period that ends before an instant. */
export const dayBefore = (instant: string): string =>
  new Date(Date.parse(instant) - dayMs).toISOString().slice(0, dayLength);
