import type { Chart } from '../../report-content.js';
import { dayBefore, pointsByDay } from '../../report-days.js';
import type { EvidenceView } from '../evidence-view.js';

const pointsOf = <Row extends { readonly day: string }>(
  { period: { start, end }, madeAt }: EvidenceView,
  rows: readonly Row[],
  measure: (row: Row) => number,
): Chart['points'] => pointsByDay(rows, { start: start.slice(0, 10), end: dayBefore(end), madeAt }, measure);

export const requestsByDay = (view: EvidenceView): Chart => ({
  kind: 'columns',
  title: 'Requests by day',
  unit: 'requests',
  points: pointsOf(view, view.usage.byDay, ({ requests }) => requests),
});

export const charactersByDay = (view: EvidenceView): Chart => ({
  kind: 'columns',
  title: 'Characters translated by day',
  unit: 'characters',
  points: pointsOf(view, view.usage.byDay, ({ characters }) => characters),
});

export const denialsByDay = (view: EvidenceView): Chart => ({
  kind: 'columns',
  title: 'Denied access by day',
  unit: 'entries',
  points: pointsOf(view, view.failures.byDay, ({ denied }) => denied),
});

export const failuresByDay = (view: EvidenceView): Chart => ({
  kind: 'columns',
  title: 'Failed acts by day',
  unit: 'entries',
  points: pointsOf(view, view.failures.byDay, ({ failed }) => failed),
});
