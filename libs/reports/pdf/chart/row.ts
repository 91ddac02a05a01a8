import type { Chart } from '../../report-content.js';
import { colours, contentWidth, looks, page } from '../look.js';
import type { Paper } from '../paper.js';
import { shortNumberText } from '../values.js';
import { axisGap, type Drawing } from './drawing.js';
import { finite, type Scale, scaleOf } from './scale.js';

const height = 132;
const foot = 20;
const labelGap = 10;
const maxLabelWidth = 124;
const maxColumnWidth = 34;
/** Labels that are measured. */
const maxMeasured = 400;
const look = looks.chart;

/** The place where the values are drawn. */
interface Plot {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly scale: Scale;
}

/** Columns or a line above a row of points, such as days. */
export const pointsInARow = (paper: Paper, chart: Chart): Drawing => ({
  height: height + foot,
  draw: (top) => {
    const scale = scaleOf(chart.points.map(({ value }) => value));
    const axisWidth = Math.max(...scale.ticks.map((tick) => paper.type.width(shortNumberText(tick), look))) + axisGap;
    const plot = { left: page.left + axisWidth, width: contentWidth - axisWidth, top, scale };
    drawGrid(paper, plot);
    if (chart.kind === 'line') drawLine(paper, plot, chart);
    else drawColumns(paper, plot, chart);
    drawLabels(paper, plot, chart);
  },
});

const yOf = ({ top, scale }: Plot, value: number): number =>
  top + height - ((finite(value) - scale.low) / (scale.high - scale.low)) * height;

const slotOf = ({ left, width }: Plot, count: number, at: number): { left: number; width: number; middle: number } => {
  const slot = width / count;
  return { left: left + at * slot, width: slot, middle: left + (at + 0.5) * slot };
};

const drawGrid = (paper: Paper, plot: Plot): void => {
  for (const tick of plot.scale.ticks) {
    const y = yOf(plot, tick);
    paper.rule(y, plot.left, plot.left + plot.width, tick === 0 ? 1 : 0.4);
    const [text] = paper.type.lines(shortNumberText(tick), look, contentWidth, 1);
    if (text) paper.line(text, look, plot.left - axisGap - text.width, y + look.size * 0.36);
  }
};

const drawColumns = ({ document }: Paper, plot: Plot, { points }: Chart): void => {
  document.fillColor(colours.accent);
  const zero = yOf(plot, 0);
  points.forEach(({ value }, at) => {
    const slot = slotOf(plot, points.length, at);
    const width = Math.min(slot.width * 0.72, maxColumnWidth);
    const y = yOf(plot, value);
    document.rect(slot.middle - width / 2, Math.min(y, zero), width, Math.abs(zero - y));
  });
  if (points.length > 0) document.fill();
};

const fewPoints = 40;

const drawLine = ({ document }: Paper, plot: Plot, { points }: Chart): void => {
  const places = points.map(({ value }, at) => ({ x: slotOf(plot, points.length, at).middle, y: yOf(plot, value) }));
  document.lineWidth(1.4).lineJoin('round').strokeColor(colours.accent);
  places.forEach(({ x, y }, at) => {
    if (at === 0) document.moveTo(x, y);
    else document.lineTo(x, y);
  });
  if (places.length > 1) document.stroke();
  if (places.length > fewPoints || places.length === 0) return;
  document.fillColor(colours.accent);
  for (const { x, y } of places) document.circle(x, y, 2);
  document.fill();
};

/** Numbers of the points that are named: the first, the last, and as many between them as have room, evenly apart. */
const namedPoints = (count: number, apart: number): number[] => {
  const last = count - 1;
  if (last < 1) return count === 0 ? [] : [0];
  const gaps = Math.max(1, Math.floor(last / apart));
  return Array.from({ length: gaps + 1 }, (_, at) => Math.round((at * last) / gaps));
};

/** Names of points below the plot. That of the last one ends with the page, and so stands left of its point. */
const drawLabels = (paper: Paper, plot: Plot, { points }: Chart): void => {
  const measured = points.slice(0, maxMeasured).map(({ label }) => paper.type.width(label, look, 40));
  const widest = Math.min(maxLabelWidth, Math.max(1, ...measured));
  const slot = plot.width / Math.max(1, points.length);
  const room = widest + labelGap + Math.max(0, (widest - slot) / 2);
  const right = page.width - page.right;
  for (const at of namedPoints(points.length, Math.ceil(room / slot))) {
    const { middle } = slotOf(plot, points.length, at);
    const [label] = paper.type.lines(points[at]?.label ?? '', look, widest + 1, 1);
    if (!label) continue;
    const x = Math.max(page.left, Math.min(middle - label.width / 2, right - label.width));
    paper.line(label, look, x, plot.top + height + 14);
    paper.document.lineWidth(0.5).strokeColor(colours.line);
    paper.document
      .moveTo(middle, plot.top + height)
      .lineTo(middle, plot.top + height + 3)
      .stroke();
  }
};
