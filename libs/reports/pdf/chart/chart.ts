import type { Chart } from '../../report-content.js';
import { colours, contentWidth, looks, page } from '../look.js';
import type { Paper, Structure } from '../paper.js';
import { shortNumberText } from '../values.js';
import { chartAlt } from './chart-alt.js';
import { finite, type Scale, scaleOf } from './scale.js';

const height = 132;
const foot = 26;
const head = 16;
/** Gap beside the axis of values. */
const axisGap = 6;
const labelGap = 10;
const maxLabelWidth = 124;
const maxBarWidth = 34;
const look = looks.chart;

/** Height of a chart, with the room below it. */
const chartHeight = head + height + foot + 12;

/** Where the values are drawn. */
interface Plot {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly scale: Scale;
}

/** Draws a chart as one figure, whose alternative text says its values. */
export const drawChart = (paper: Paper, parent: Structure, chart: Chart): void => {
  paper.ensure(chartHeight);
  const { y } = paper;
  const scale = scaleOf(chart.points.map(({ value }) => value));
  const axisWidth = Math.max(...scale.ticks.map((tick) => paper.type.width(shortNumberText(tick), look))) + axisGap;
  const plot = { left: page.left + axisWidth, width: contentWidth - axisWidth, top: y + head, scale };
  const draw = (): void => {
    const [unit] = paper.type.lines(chart.unit, look, contentWidth, 1);
    if (unit) paper.line(unit, look, page.left, y + 7);
    drawGrid(paper, plot);
    if (chart.kind === 'bars') drawBars(paper, plot, chart);
    else drawLine(paper, plot, chart);
    drawLabels(paper, plot, chart);
  };
  const bbox = [page.left, y, page.left + contentWidth, y + head + height + foot] as const;
  paper.leaf(parent, 'Figure', draw, { alt: chartAlt(chart), bbox, placement: 'Block' });
  paper.y += chartHeight;
};

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

const drawBars = ({ document }: Paper, plot: Plot, { points }: Chart): void => {
  document.fillColor(colours.accent);
  const zero = yOf(plot, 0);
  points.forEach(({ value }, at) => {
    const slot = slotOf(plot, points.length, at);
    const width = Math.min(slot.width * 0.72, maxBarWidth);
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

/** Names of as many points as have room side by side, evenly apart; those of all on two lines where that is enough. */
const drawLabels = (paper: Paper, plot: Plot, { points }: Chart): void => {
  const measured = points.slice(0, 400).map(({ label }) => paper.type.width(label, look, 40));
  const widest = Math.min(maxLabelWidth, Math.max(1, ...measured));
  const apart = Math.max(1, Math.ceil((points.length * (widest + labelGap)) / plot.width));
  const lines = apart === 2 ? 2 : 1;
  const every = apart / lines;
  const right = page.width - page.right;
  const taken = Array.from({ length: lines }, (): number => page.left);
  for (let at = 0; at < points.length; at += every) {
    const { middle } = slotOf(plot, points.length, at);
    const [label] = paper.type.lines(points[at]?.label ?? '', look, widest + 1, 1);
    if (!label) continue;
    const x = Math.max(page.left, Math.min(middle - label.width / 2, right - label.width));
    const line = (at / every) % lines;
    if (x < (taken[line] ?? 0)) continue;
    taken[line] = x + label.width + labelGap / 2;
    paper.line(label, look, x, plot.top + height + 14 + line * look.leading);
    paper.document.lineWidth(0.5).strokeColor(colours.line);
    paper.document
      .moveTo(middle, plot.top + height)
      .lineTo(middle, plot.top + height + 3)
      .stroke();
  }
};
