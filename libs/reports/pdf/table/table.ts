import { colours, contentWidth, looks, page, type TextLook } from '../look.js';
import type { Paper, Structure } from '../paper.js';
import { drawStatus, type Status, symbolWidth } from '../status.js';
import type { Fit } from '../text/typesetter.js';
import { type ColumnNeed, columnWidths } from './column-widths.js';

export interface TableColumn {
  readonly name: string;
  readonly align: 'start' | 'end';
}

export interface TableCell {
  readonly text: string;
  readonly status?: Status;
}

/** An array is such rows; those of a long table need not all be there at once. */
export interface TableRows {
  readonly length: number;
  at(index: number): readonly TableCell[] | undefined;
}

export interface TableData {
  readonly columns: readonly TableColumn[];
  readonly rows: TableRows;
  /** Whether the first cell of a row names it. */
  readonly hasRowHeaders: boolean;
  /** Height of what stands below the table on the page of its last row. */
  readonly below?: number;
}

/** Above and below the text of a cell. */
const along = 3.2;
/** Lines of a cell: a row is always on one page. */
const maxLines = 12;
const maxSampledRows = 1_000;
/** A table of so few rows that are no higher is not cut in two. */
const fewRows = 12;
const maxTogether = 260;
/** Rows that stay with the header where not all do. */
const firstRows = 3;
const maxNeed = { natural: 250, min: 84 } as const;
const maxWordLength = 24;

/** Whether a value was shortened. */
type Outcome = Generator<void, boolean>;

/** A table over as many pages as it needs, with its header on each; true where a value was shortened. */
export function* drawTable(paper: Paper, parent: Structure, data: TableData): Outcome {
  const { look, headLook, across, needs } = looksFor(paper, data);
  const widths = columnWidths(needs, contentWidth);
  const table = new TableOnPaper(paper, data, widths, look, across);
  const head = table.fit(
    data.columns.map(({ name }) => ({ text: name })),
    headLook,
  );
  paper.ensure(table.heightOf(head, headLook) + table.heightOfFirst(data, look));
  const element = paper.open(parent, 'Table');
  table.band(head, headLook);
  const group = paper.open(element, 'THead');
  table.draw(group, head, headLook, 'head');
  group.end();
  const isShortened = yield* drawRows(paper, table, element, data, look, () => {
    table.band(head, headLook);
    paper.artifact(() => table.draw(undefined, head, headLook, 'head'), 'Pagination');
  });
  element.end();
  return isShortened;
}

function* drawRows(
  paper: Paper,
  table: TableOnPaper,
  element: Structure,
  data: TableData,
  look: TextLook,
  repeatHead: () => void,
): Outcome {
  const body = paper.open(element, 'TBody');
  let isShortened = false;
  for (let index = 0; index < data.rows.length; index += 1) {
    const cells = table.fit(data.rows.at(index) ?? [], look);
    const before = paper.pageNumber;
    const below = index === data.rows.length - 1 ? (data.below ?? 0) : 0;
    paper.ensure(table.heightOf(cells, look) + below);
    if (paper.pageNumber !== before) repeatHead();
    table.draw(body, cells, look, 'body');
    isShortened ||= cells.some(({ fit }) => !fit.isWhole);
    yield;
  }
  body.end();
  return isShortened;
}

interface FitCell extends TableCell {
  readonly fit: Fit;
}

class TableOnPaper {
  constructor(
    private readonly paper: Paper,
    private readonly data: TableData,
    private readonly widths: readonly number[],
    private readonly look: TextLook,
    private readonly across: number,
  ) {}

  fit(row: readonly TableCell[], look: TextLook): FitCell[] {
    return this.widths.map((width, at) => {
      const { text = '', status } = row[at] ?? {};
      const room = width - 2 * this.across - (status ? symbolWidth : 0);
      return { text, ...(status && { status }), fit: this.paper.type.fit(text, look, Math.max(room, 1), maxLines) };
    });
  }

  heightOf(cells: readonly FitCell[], look: TextLook): number {
    const lines = Math.max(1, ...cells.map(({ fit }) => fit.lines.length));
    return lines * look.leading + 2 * along;
  }

  /** Height of the rows that stay on one page with the header: all where they are few and low, else the first ones. */
  heightOfFirst({ rows, below = 0 }: TableData, look: TextLook): number {
    const all = rows.length <= fewRows ? this.heightOfRows(rows, rows.length, look) + below : Number.POSITIVE_INFINITY;
    if (all <= maxTogether) return all;
    const first = this.heightOfRows(rows, firstRows, look);
    return first <= maxTogether ? first : this.heightOfRows(rows, 1, look);
  }

  private heightOfRows(rows: TableRows, count: number, look: TextLook): number {
    let height = 0;
    for (let at = 0; at < Math.min(count, rows.length); at += 1)
      height += this.heightOf(this.fit(rows.at(at) ?? [], look), look);
    return height;
  }

  band(cells: readonly FitCell[], look: TextLook): void {
    const { paper } = this;
    paper.artifact(() => {
      paper.document.rect(page.left, paper.y, contentWidth, this.heightOf(cells, look)).fill(colours.band);
    });
  }

  draw(parent: Structure | undefined, cells: readonly FitCell[], look: TextLook, place: 'head' | 'body'): void {
    const { paper } = this;
    const [top, height] = [paper.y, this.heightOf(cells, look)];
    const row = parent && paper.open(parent, 'TR');
    let left = page.left;
    cells.forEach((cell, at) => {
      const [x, width] = [left, this.widths[at] ?? 0];
      if (row && cell.status) this.drawSymbol(cell.status, x, top);
      const drawText = (): void => this.drawText(cell, at, look, x, width, top);
      if (!row) drawText();
      else if (place === 'head') paper.leaf(row, 'TH', drawText, { scope: 'Column' });
      else if (at === 0 && this.data.hasRowHeaders) paper.leaf(row, 'TH', drawText, { scope: 'Row' });
      else paper.leaf(row, 'TD', drawText);
      left += width;
    });
    row?.end();
    paper.y += height;
    if (row) paper.artifact(() => paper.rule(paper.y));
  }

  private drawSymbol(status: Status, x: number, top: number): void {
    const middle = top + along + this.look.leading / 2;
    this.paper.artifact(() => drawStatus(this.paper, status, x + this.across, middle));
  }

  private drawText(cell: FitCell, at: number, look: TextLook, x: number, width: number, top: number): void {
    const left = x + this.across + (cell.status ? symbolWidth : 0);
    const align = { side: this.data.columns[at]?.align ?? 'start', width: width - 2 * this.across };
    this.paper.lines(cell.fit.lines, look, left, top + along, align);
  }
}

interface TableLooks {
  readonly look: TextLook;
  readonly headLook: TextLook;
  readonly across: number;
  readonly needs: readonly ColumnNeed[];
}

const sizes = [
  { look: looks.cell, headLook: looks.cellHead, across: 5 },
  { look: looks.smallCell, headLook: looks.smallCellHead, across: 4 },
] as const;
const minSize = { look: looks.minCell, headLook: looks.minCellHead, across: 3.5 } as const;

/** The largest letters with which each value fits on one line, or the smallest of all. */
const looksFor = (paper: Paper, data: TableData): TableLooks => {
  for (const size of sizes) {
    const needs = needsOf(paper, data, size);
    if (needs.reduce((sum, { natural }) => sum + natural, 0) <= contentWidth) return { ...size, needs };
  }
  return { ...minSize, needs: needsOf(paper, data, minSize) };
};

const needsOf = (
  paper: Paper,
  data: TableData,
  { look, headLook, across }: Omit<TableLooks, 'needs'>,
): ColumnNeed[] => {
  const step = Math.max(1, Math.ceil(data.rows.length / maxSampledRows));
  const sampled = Math.ceil(data.rows.length / step);
  const sample = Array.from({ length: sampled }, (_, at) => data.rows.at(at * step) ?? []);
  return data.columns.map(({ name, align }, at) => {
    let [natural, min] = [0, 0];
    const take = (text: string, of: TextLook, extra: number): void => {
      const around = 2 * across + extra + 1;
      natural = Math.max(natural, Math.min(maxNeed.natural, paper.type.width(text, of, 80) + around));
      const word = text
        .slice(0, 200)
        .split(/[\s/–—-]+/u)
        .reduce((longest, one) => (one.length > longest.length ? one : longest), '');
      min = Math.max(min, Math.min(maxNeed.min, paper.type.width(word, of, maxWordLength) + around));
    };
    take(name, headLook, 0);
    for (const row of sample) take(row[at]?.text ?? '', look, row[at]?.status ? symbolWidth : 0);
    // A number is not cut in two.
    return {
      natural,
      min: align === 'end' ? Math.min(natural, Math.max(min, maxNeed.min)) : min,
      grows: align === 'start',
    };
  });
};
