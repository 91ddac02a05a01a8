import type { ReportSection, Table } from '../../report-content.js';
import { chartHeight, drawChart } from '../chart/chart.js';
import { heading, paragraph } from '../flow.js';
import { looks } from '../look.js';
import { addToOutline } from '../outline.js';
import type { Paper, Structure } from '../paper.js';
import { drawTable } from '../table/table.js';
import { figureName, valueText } from '../values.js';
import { drawControls, drawStatusLine } from './controls.js';
import { drawEvidence } from './evidence.js';

const gap = 8;
const shortened =
  'Values that end with … are longer than a cell of this page; the JSON form of the report has them whole.';

export function* drawSection(paper: Paper, section: ReportSection): Generator<void> {
  const element = paper.open(paper.root, 'Sect');
  const top = heading(paper, element, section.title, sectionHeading);
  const outline = addToOutline(paper, section.title, top);
  drawStatusLine(paper, element, section.status);
  for (const text of section.text) yield* paragraph(paper, element, text, looks.body);
  if (section.figures.length > 0) yield* drawFigures(paper, element, section);
  yield* drawEvidence(paper, element, section.evidence, section.title);
  for (const chart of section.charts ?? []) {
    const place = heading(paper, element, chart.title, { ...partHeading, keep: chartHeight });
    addToOutline(paper, chart.title, place, outline);
    drawChart(paper, element, chart);
    yield;
  }
  for (const table of section.tables ?? []) yield* drawTitledTable(paper, element, table, outline);
  yield* drawControls(paper, element, section.controls ?? [], outline);
  element.end();
}

export const sectionHeading = { kind: 'H2', look: looks.section, before: 20, after: 4, keep: 62 } as const;
const partHeading = { kind: 'H3', look: looks.part, before: 10, after: 4, keep: 50 } as const;

function* drawFigures(paper: Paper, parent: Structure, { figures }: ReportSection): Generator<void> {
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
  });
}

function* drawTitledTable(paper: Paper, parent: Structure, table: Table, outline: PDFKit.PDFOutline): Generator<void> {
  const drawTitle = (keep: number): void => {
    const top = heading(paper, parent, table.title, { ...partHeading, keep });
    addToOutline(paper, table.title, top, outline);
  };
  if (table.columns.length === 0 || table.rows.length === 0) {
    drawTitle(partHeading.keep);
    yield* paragraph(paper, parent, 'No rows.', looks.note);
    return;
  }
  yield* drawNotedTable(paper, parent, {
    columns: table.columns,
    rows: {
      length: table.rows.length,
      at: (index) => table.rows[index]?.map((value) => ({ text: valueText(value) })),
    },
    hasRowHeaders: false,
    drawTitle,
  });
}

function* drawNotedTable(paper: Paper, parent: Structure, data: Parameters<typeof drawTable>[2]): Generator<void> {
  const isShortened = yield* drawTable(paper, parent, data);
  paper.y += gap;
  if (isShortened) yield* paragraph(paper, parent, shortened, looks.note);
}
