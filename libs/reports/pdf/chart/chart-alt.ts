import type { Chart } from '../../report-content.js';
import { cleanName } from '../text/clean-text.js';
import { numberText } from '../values.js';

/** Points whose values are said one by one. */
const maxSaid = 200;
const maxLabel = 60;

const kindNames: Readonly<Record<Chart['kind'], string>> = {
  bars: 'Bar chart',
  columns: 'Column chart',
  line: 'Line chart',
};

/** The values of a chart, in words. */
export const chartAlt = ({ kind, title, unit, points }: Chart): string => {
  const name = `${kindNames[kind]}: ${cleanName(title)}, in ${cleanName(unit, maxLabel)}.`;
  if (points.length === 0) return `${name} It has no values.`;
  const said = (point: Chart['points'][number]): string =>
    `${cleanName(point.label, maxLabel)}: ${numberText(point.value)}`;
  if (points.length <= maxSaid) return `${name} ${points.map(said).join('; ')}.`;
  const min = points.reduce((one, other) => (other.value < one.value ? other : one));
  const max = points.reduce((one, other) => (other.value > one.value ? other : one));
  const [first = min, last = max] = [points[0], points.at(-1)];
  return `${name} ${numberText(points.length)} values, from ${said(first)} to ${said(last)}; the lowest is ${said(min)}, the highest ${said(max)}.`;
};
