import { linesText } from '../line-text/line-text.js';
import { type ZipPart, zipStream } from './zip-stream.js';

/** The media type of a workbook. */
export const xlsxMediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A moment or a day, which spreadsheets sort and filter as one. */
export interface XlsxDate {
  /** RFC 3339 in UTC, or `YYYY-MM-DD`. */
  readonly date: string;
}

export type XlsxCell = string | number | XlsxDate | null;

export interface XlsxTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Any number of rows, a page at a time. */
  readonly rows: AsyncIterable<readonly (readonly XlsxCell[])[]> | Iterable<readonly (readonly XlsxCell[])[]>;
}

/** Where a sheet ends and the next one begins. */
export interface SheetLimits {
  /** Rows below the header: programs open a few more than the usual 1,000,000. */
  readonly rows: number;
  /** Bytes before they are packed. */
  readonly bytes: number;
}

const usualLimits: SheetLimits = { rows: 1_000_000, bytes: 2 * 1024 ** 3 };

/** Characters that a cell can hold. */
const maxCellLength = 32_767;
const maxNameLength = 31;
const maxColumnWidth = 60;
const minColumnWidth = 12;
/** Rows whose values say how wide columns are. */
const measuredRows = 50;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const application = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as a cell holds it: what acts on a line is escaped, and `_x0041_`, which would be read as a character, too. */
const xmlText = (value: string): string =>
  linesText(value.toWellFormed())

    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

const cut = (value: string): string =>
  value.length > maxCellLength ? `${value.slice(0, maxCellLength - 1).toWellFormed()}…` : value;

const styles = { header: 1, moment: 2, day: 3 };
const dayMs = 24 * 60 * 60 * 1_000;
/** Days from the begin of spreadsheets' time to that of ours. */
const epoch = 25_569;

const dateCell = (date: string): string => {
  const serial = Date.parse(date) / dayMs + epoch;
  const style = date.length > 'YYYY-MM-DD'.length ? styles.moment : styles.day;
  return Number.isFinite(serial) ? `<c s="${style}"><v>${serial}</v></c>` : textCell(date);
};

const textCell = (value: string, style = ''): string =>
  value === '' ? '<c/>' : `<c${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(cut(value))}</t></is></c>`;

const cellXml = (value: XlsxCell): string => {
  if (value === null) return '<c/>';
  if (typeof value === 'string') return textCell(value);
  if (typeof value === 'object') return dateCell(value.date);
  return Number.isFinite(value) ? `<c><v>${value}</v></c>` : textCell(String(value));
};

const rowXml = (cells: readonly XlsxCell[]): string => `<row>${cells.map(cellXml).join('')}</row>`;

const lengthOf = (value: XlsxCell | undefined): number => {
  if (value == null) return 0;
  return typeof value === 'object' ? value.date.slice(0, 19).length : String(value).length;
};

const columnsXml = (columns: readonly string[], rows: readonly (readonly XlsxCell[])[]): string =>
  columns
    .map((name, at) => {
      const longest = Math.max(name.length, ...rows.slice(0, measuredRows).map((row) => lengthOf(row[at])));
      const width = Math.min(maxColumnWidth, Math.max(minColumnWidth, longest + 2));
      return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
    })
    .join('');

/** The header stays in view, and is in bold. */
const sheetBegin = (columns: readonly string[], rows: readonly (readonly XlsxCell[])[]): string => {
  const header = columns.map((name) => textCell(name, ` s="${styles.header}"`)).join('');
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columnsXml(columns, rows)}</cols><sheetData><row>${header}</row>`
  );
};

const stylesXml =
  `${declaration}<styleSheet xmlns="${main}"><numFmts count="2">` +
  '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/>' +
  '<xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/>' +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** A name that a sheet can have, and no other sheet has. */
const sheetName = (wanted: string, taken: Set<string>): string => {
  const plain =
    wanted
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'|'$/g, ' ')
      .trim() || 'Sheet';
  for (let number = 1; ; number += 1) {
    const mark = number === 1 ? '' : ` ${number}`;
    const name = `${plain.slice(0, maxNameLength - mark.length).trim()}${mark}`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
};

/** Rows of a table that are being taken, sheet by sheet. */
class Rows {
  private readonly pages: AsyncIterator<readonly (readonly XlsxCell[])[]> | Iterator<readonly (readonly XlsxCell[])[]>;
  private page: readonly (readonly XlsxCell[])[] = [];
  private at = 0;

  constructor({ rows }: XlsxTable) {
    this.pages = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  /** The rows of the page that come next, at most so many; none where there are no more. */
  async next(max: number): Promise<readonly (readonly XlsxCell[])[]> {
    while (this.at === this.page.length) {
      const { value, done } = await this.pages.next();
      if (done === true) return [];
      this.page = value;
      this.at = 0;
    }
    const rows = this.page.slice(this.at, this.at + max);
    this.at += rows.length;
    return rows;
  }

  /** Takes back what `next` gave last. */
  putBack(rows: readonly unknown[]): void {
    this.at -= rows.length;
  }

  async end(): Promise<void> {
    await this.pages.return?.();
  }
}

async function* sheetXml(columns: readonly string[], rows: Rows, limits: SheetLimits): AsyncGenerator<Buffer> {
  let page = await rows.next(limits.rows);
  yield Buffer.from(sheetBegin(columns, page));
  let [count, bytes] = [0, 0];
  while (page.length > 0) {
    const xml = Buffer.from(page.map(rowXml).join(''));
    yield xml;
    count += page.length;
    bytes += xml.length;
    if (count >= limits.rows || bytes > limits.bytes) break;
    page = await rows.next(limits.rows - count);
  }
  yield Buffer.from('</sheetData></worksheet>');
}

const partOf = (name: string, xml: string): ZipPart => ({ name, content: [Buffer.from(xml)] });

async function* partsOf(tables: Iterable<XlsxTable>, limits: SheetLimits): AsyncGenerator<ZipPart> {
  const taken = new Set<string>();
  const names: string[] = [];
  for (const table of tables) {
    const rows = new Rows(table);
    try {
      let more: readonly unknown[];
      do {
        names.push(sheetName(table.name, taken));
        yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheetXml(table.columns, rows, limits) };
        more = await rows.next(1);
        rows.putBack(more);
      } while (more.length > 0);
    } finally {
      await rows.end();
    }
  }
  const sheets = names.map((name, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const workbook = `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`;
  yield partOf('xl/workbook.xml', declaration + workbook);
  const targets = names.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const styled = `<Relationship Id="rId${names.length + 1}" Type="${relations}/styles" Target="styles.xml"/>`;
  yield partOf(
    'xl/_rels/workbook.xml.rels',
    `${declaration}<Relationships xmlns="${packageRelations}">${targets.join('')}${styled}</Relationships>`,
  );
  yield partOf('xl/styles.xml', stylesXml);
  yield partOf(
    '_rels/.rels',
    `${declaration}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  const overrides = names.map(
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${application}.worksheet+xml"/>`,
  );
  yield partOf(
    '[Content_Types].xml',
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${application}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${application}.styles+xml"/>${overrides.join('')}</Types>`,
  );
}

/**
 * A workbook with a sheet for each table, written as it is read: what it holds does not grow with the rows. A table of more rows
 * than a sheet takes goes on in the next. Strings are strings, whatever they begin with, and no cell is a formula.
 * @throws ZipTooLargeError beyond 4 GiB
 */
export const writeXlsx = (tables: Iterable<XlsxTable>, limits = usualLimits): AsyncGenerator<Buffer> =>
  zipStream(partsOf(tables, limits));
