import type { Chart, ReportSection, Table } from '../../report-content.js';
import { drawChart } from '../chart/chart.js';
import { paragraph } from '../flow.js';
import { heading, type OutlineEntry, partHeading, sectionHeading } from '../heading.js';
import { looks } from '../look.js';
import type { Paper, Structure } from '../paper.js';
import { drawTable } from '../table/table.js';
import { figureName, valueText } from '../values.js';
import { drawControls, drawStatusLine } from './controls.js';
import { drawEvidence, heightOfEvidence } from './evidence.js';

const gap = 8;
const shortened =
  'Values that end with … are longer than a cell of this page; the JSON form of the report has them whole.';

export function* drawSection(paper: Paper, section: ReportSection): Generator<void> {
  const element = paper.open(paper.root, 'Sect');
  const outline = heading(paper, element, section.title, sectionHeading);
  drawStatusLine(paper, element, section.status);
  for (const [at, text] of section.text.entries())
    yield* paragraph(paper, element, text, looks.body, { isIntroduction: at === section.text.length - 1 });
  if (section.figures.length > 0) yield* drawFigures(paper, element, section);
  const isIntroduction = section.figures.length === 0;
  yield* drawEvidence(paper, element, section.evidence, section.title, { isIntroduction });
  for (const chart of section.charts ?? []) {
    heading(paper, element, chart.title, partHeading, outline);
    drawChart(paper, element, withShortIds(paper, chart));
    yield;
  }
  for (const table of section.tables ?? []) yield* drawTitledTable(paper, element, table, outline);
  yield* drawControls(paper, element, section.controls ?? [], outline);
  paper.drawKept();
  element.end();
}

const withShortIds = (paper: Paper, chart: Chart): Chart => ({
  ...chart,
  points: chart.points.map(({ label, value }) => ({ label: paper.shortIds.in(label), value })),
});

function* drawFigures(paper: Paper, parent: Structure, { figures, evidence }: ReportSection): Generator<void> {
  yield* drawNotedTable(paper, parent, {
    columns: [
      { name: 'Figure', align: 'start' },
      { name: 'Value', align: 'end' },
      { name: 'Unit', align: 'start' },
    ],
    rows: figures.map(({ name, value, unit }) => [
      { text: figureName(name) },
      { text: valueText(value) },
      { text: unit ?? '' },
    ]),
    hasRowHeaders: true,
    below: gap + heightOfEvidence(paper, evidence),
  });
}

function* drawTitledTable(paper: Paper, parent: Structure, table: Table, outline: OutlineEntry): Generator<void> {
  heading(paper, parent, table.title, partHeading, outline);
  if (table.columns.length === 0 || table.rows.length === 0) {
    yield* paragraph(paper, parent, 'No rows.', looks.note);
    return;
  }
  yield* drawNotedTable(paper, parent, {
    columns: table.columns,
    rows: {
      length: table.rows.length,
      at: (index) => table.rows[index]?.map((value) => ({ text: paper.shortIds.in(valueText(value)) })),
    },
    hasRowHeaders: false,
  });
}

function* drawNotedTable(paper: Paper, parent: Structure, data: Parameters<typeof drawTable>[2]): Generator<void> {
  const isShortened = yield* drawTable(paper, parent, data);
  paper.y += gap;
  if (isShortened) yield* paragraph(paper, parent, shortened, looks.note);
}
