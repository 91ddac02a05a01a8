import type { Chart } from '../../report-content.js';
import { colours, contentWidth, looks, page } from '../look.js';
import type { Paper } from '../paper.js';
import type { Line } from '../text/typesetter.js';
import { shortNumberText } from '../values.js';
import { axisGap, type Drawing } from './drawing.js';
import { finite, type Scale, scaleOf } from './scale.js';

/** More bars have no room below each other. */
const maxBars = 30;
const maxHeight = 560;
const foot = 16;
const barHeight = 10;
const rowGap = 6;
const maxLabelWidth = contentWidth * 0.45;
const maxLines = 3;
const look = looks.chart;

interface Bar {
  readonly label: readonly Line[];
  readonly value: number;
}

const heightOf = ({ label }: Bar): number => Math.max(label.length * look.leading, barHeight) + rowGap;

const heightOfAll = (bars: readonly Bar[]): number => bars.reduce((sum, bar) => sum + heightOf(bar), 0);

/** The bars with their labels, on as many lines as there is room for: names are to be read whole. */
const barsOf = (paper: Paper, { points }: Chart, width: number): Bar[] => {
  for (let lines = maxLines; lines > 1; lines -= 1) {
    const bars = points.map(({ label, value }) => ({ label: paper.type.lines(label, look, width, lines), value }));
    if (heightOfAll(bars) <= maxHeight) return bars;
  }
  return points.map(({ label, value }) => ({ label: paper.type.lines(label, look, width, 1), value }));
};

interface Plot {
  readonly left: number;
  readonly width: number;
  readonly scale: Scale;
}

const xOf = ({ left, width, scale }: Plot, value: number): number =>
  left + ((finite(value) - scale.low) / (scale.high - scale.low)) * width;

/** Bars that lie below each other, each beside its label; undefined where there are too many of them, or none. */
export const barsBelowEachOther = (paper: Paper, chart: Chart): Drawing | undefined => {
  const { points } = chart;
  if (points.length === 0 || points.length > maxBars) return undefined;
  const widest = Math.max(...points.map(({ label }) => paper.type.width(label, look)));
  const labelWidth = Math.min(Math.ceil(widest) + 1, maxLabelWidth);
  const bars = barsOf(paper, chart, labelWidth);
  const left = page.left + labelWidth + axisGap;
  const scale = scaleOf(points.map(({ value }) => value));
  // Half of the last number of the axis stands beside the plot.
  const plot = { left, width: page.left + contentWidth - left - axisGap * 2, scale };
  const rows = heightOfAll(bars);
  return {
    height: rows + foot,
    draw: (top) => {
      drawGrid(paper, plot, top, rows);
      drawRows(paper, plot, bars, labelWidth, top);
    },
  };
};

const drawGrid = (paper: Paper, plot: Plot, top: number, height: number): void => {
  const { document } = paper;
  for (const tick of plot.scale.ticks) {
    const x = xOf(plot, tick);
    document.lineWidth(tick === 0 ? 1 : 0.4).strokeColor(colours.line);
    document
      .moveTo(x, top)
      .lineTo(x, top + height)
      .stroke();
    const [text] = paper.type.lines(shortNumberText(tick), look, contentWidth, 1);
    if (text) paper.line(text, look, x - text.width / 2, top + height + foot - 6);
  }
};

const drawRows = (paper: Paper, plot: Plot, bars: readonly Bar[], labelWidth: number, top: number): void => {
  const zero = xOf(plot, 0);
  let y = top;
  for (const bar of bars) {
    const height = heightOf(bar);
    const labelTop = y + (height - bar.label.length * look.leading) / 2;
    paper.lines(bar.label, look, page.left, labelTop, { side: 'end', width: labelWidth });
    const end = xOf(plot, bar.value);
    paper.document
      .fillColor(colours.accent)
      .rect(Math.min(zero, end), y + (height - barHeight) / 2, Math.abs(end - zero), barHeight)
      .fill();
    y += height;
  }
};
