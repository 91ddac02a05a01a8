import type { Chart, ReportSection, Table } from './report-content.js';

const unlessEmpty = <Name extends string, T>(name: Name, values: readonly T[]): { [N in Name]?: readonly T[] } =>
  (values.length === 0 ? {} : { [name]: values }) as { [N in Name]?: readonly T[] };

/** The charts and tables of a section that have anything to show: those without a point or a row are left out. */
export const filledParts = ({
  charts = [],
  tables = [],
}: {
  charts?: readonly Chart[];
  tables?: readonly Table[];
}): Pick<ReportSection, 'charts' | 'tables'> => ({
  ...unlessEmpty(
    'charts',
    charts.filter(({ points }) => points.length > 0),
  ),
  ...unlessEmpty(
    'tables',
    tables.filter(({ rows }) => rows.length > 0),
  ),
});
