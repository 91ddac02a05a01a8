import type { Chart } from '../../report-content.js';
import { contentWidth, looks, page } from '../look.js';
import type { Paper, Structure } from '../paper.js';
import { barsBelowEachOther } from './bars.js';
import { chartAlt } from './chart-alt.js';
import { pointsInARow } from './row.js';

const head = 16;
/** Room below a chart. */
const below = 12;
const look = looks.chart;

/** Draws a chart as one figure, whose alternative text says its values. */
export const drawChart = (paper: Paper, parent: Structure, chart: Chart): void => {
  const drawing = (chart.kind === 'bars' ? barsBelowEachOther(paper, chart) : undefined) ?? pointsInARow(paper, chart);
  const height = head + drawing.height;
  paper.ensure(height + below);
  const { y } = paper;
  const draw = (): void => {
    const [unit] = paper.type.lines(chart.unit, look, contentWidth, 1);
    if (unit) paper.line(unit, look, page.left, y + 7);
    drawing.draw(y + head);
  };
  const bbox = [page.left, y, page.left + contentWidth, y + height] as const;
  paper.leaf(parent, 'Figure', draw, { alt: chartAlt(chart), bbox, placement: 'Block' });
  paper.y += height + below;
};
