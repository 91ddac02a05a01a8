import { linesAtFault } from './file-faults.js';

export interface Row {
  /** Line in which the row begins, counted from 1. */
  line: number;
  cells: string[];
}

const maxColumns = 64;
/**
 * UTF-16 units in quotation marks: no term is as long, and a quotation that is never closed is not searched to its end.
 */
const maxCellLength = 65_536;

const lineEnd = /\r\n|\r|\n/g;

const lineEndLength = (text: string, at: number): 0 | 1 | 2 => {
  const unit = text.charCodeAt(at);
  if (unit === 0x0a) return 1;
  if (unit !== 0x0d) return 0;
  return text.charCodeAt(at + 1) === 0x0a ? 2 : 1;
};

const opensQuote = /[ ]*"/y;

/** Reads rows of RFC 4180 or with another delimiter; blank lines are left out. */
class RowReader {
  private at = 0;
  private line = 1;
  private readonly unquotedEnd: RegExp;
  private readonly afterQuote: RegExp;

  constructor(
    private readonly text: string,
    delimiter: string,
  ) {
    this.unquotedEnd = new RegExp(`[${delimiter}\\r\\n]|$`, 'g');
    this.afterQuote = new RegExp(`[ ]*(?=[${delimiter}\\r\\n]|$)`, 'y');
  }

  *rows(): Generator<Row, void> {
    for (this.skipLineEnds(); this.at < this.text.length; this.skipLineEnds()) {
      const line = this.line;
      const cells = [this.cell()];
      while (this.at < this.text.length && lineEndLength(this.text, this.at) === 0) {
        this.at += 1;
        cells.push(this.cell());
        if (cells.length > maxColumns) throw linesAtFault([{ line, message: 'has too many columns' }]);
      }
      if (cells.some((cell) => cell !== '')) yield { line, cells };
    }
  }

  private skipLineEnds(): void {
    for (;;) {
      const length = lineEndLength(this.text, this.at);
      if (length === 0) return;
      this.at += length;
      this.line += 1;
    }
  }

  private cell(): string {
    opensQuote.lastIndex = this.at;
    if (opensQuote.test(this.text)) return this.quoted(opensQuote.lastIndex);
    this.unquotedEnd.lastIndex = this.at;
    const end = this.unquotedEnd.exec(this.text)?.index ?? this.text.length;
    const cell = this.text.slice(this.at, end);
    this.at = end;
    return cell;
  }

  /** Reads a quoted cell; `from` is behind the opening quotation mark. */
  private quoted(from: number): string {
    const line = this.line;
    let end = this.text.indexOf('"', from);
    while (end !== -1 && this.text.charAt(end + 1) === '"' && end - from <= maxCellLength) {
      end = this.text.indexOf('"', end + 2);
    }
    if (end === -1) throw linesAtFault([{ line, message: 'has a quotation mark that is never closed' }]);
    if (end - from > maxCellLength) throw linesAtFault([{ line, message: 'has a quotation that is too long' }]);
    const inside = this.text.slice(from, end);
    this.line += inside.match(lineEnd)?.length ?? 0;
    this.afterQuote.lastIndex = end + 1;
    if (!this.afterQuote.test(this.text)) throw linesAtFault([{ line, message: 'has text after a quotation' }]);
    this.at = this.afterQuote.lastIndex;
    return inside.replaceAll('""', '"');
  }
}

/** Yields the rows of a text, one after the other. @throws Rejection, from the generator */
export const csvRows = (text: string, delimiter: string): Generator<Row, void> => new RowReader(text, delimiter).rows();

/** Takes off the quotation marks that spreadsheets write around cells of TSV; other programs write them as text. */
const unquoted = (cell: string): string => {
  if (!cell.startsWith('"') || !cell.endsWith('"') || cell.length > maxCellLength) return cell;
  const inside = cell.slice(1, -1).replaceAll('""', '');
  return cell.length > 1 && !inside.includes('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
};

/** Yields the rows of lines with tabs, where a line break always ends a row. @throws Rejection, from the generator */
export function* tsvRows(text: string): Generator<Row, void> {
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const ended = lineEndLength(text, at);
    if (ended > 0) {
      at += ended;
      line += 1;
      continue;
    }
    lineEnd.lastIndex = at;
    const end = lineEnd.exec(text)?.index ?? text.length;
    const cells = text.slice(at, end).split('\t', maxColumns + 1);
    at = end;
    if (cells.length > maxColumns) throw linesAtFault([{ line, message: 'has too many columns' }]);
    if (cells.some((cell) => cell !== '')) yield { line, cells: cells.map(unquoted) };
  }
}
