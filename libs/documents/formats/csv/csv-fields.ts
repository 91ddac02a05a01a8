import { maxValueLength } from '../values/value-judge.js';

export interface CsvDialect {
  /** Empty where the file has one column. */
  delimiter: string;
  /** How a quote within a field in quotes is written. */
  quoting: '""' | '\\"';
}

export interface CsvField {
  /** The field as the file has it, with its quotes. */
  raw: string;
  kind: 'plain' | 'quoted' | 'broken' | 'long';
  /** The delimiter or line break behind it; empty at the end of the file, and where a long field goes on. */
  end: string;
}

/** Cuts a table into its fields; the fields joined, each with its end, are the text. */
export class CsvFields {
  private rest = '';
  /** Whether a field is copied that is too long to be held, and whether that is still within its quotes. */
  private copying = false;
  private copyingQuoted = false;
  /** The place in `rest` up to which the last search came. */
  private searched = 0;

  constructor(private readonly dialect: CsvDialect) {}

  push(text: string): CsvField[] {
    this.rest += text;
    return this.cut(false);
  }

  end(): CsvField[] {
    return this.cut(true);
  }

  private cut(isLast: boolean): CsvField[] {
    const fields: CsvField[] = [];
    let at = 0;
    while (at < this.rest.length) {
      const after = this.copying ? this.copy(at, isLast, fields) : this.field(at, isLast, fields);
      if (after === at) break;
      at = after;
    }
    this.rest = this.rest.slice(at);
    return fields;
  }

  /** Takes the field at a place; returns the place behind it, or the same place while more text is needed. */
  private field(at: number, isLast: boolean, fields: CsvField[]): number {
    const isQuoted = this.rest[at] === '"';
    const close = isQuoted ? this.closingQuote(at + 1, isLast) : at - 1;
    const stop = close === undefined ? undefined : this.stopAfter(close + 1, isLast);
    if (close !== undefined && stop) {
      const kind = !isQuoted ? 'plain' : stop.at === close + 1 ? 'quoted' : 'broken';
      return this.add(fields, at, stop.at, kind, stop.end);
    }
    if (isLast) return this.add(fields, at, this.rest.length, 'broken');
    if (this.rest.length - at <= maxValueLength) return at;
    this.copying = true;
    this.copyingQuoted = close === undefined;
    return isQuoted ? this.add(fields, at, at + 1, 'long') : this.copy(at, isLast, fields);
  }

  /** Gives out what there is of a field that is too long. */
  private copy(at: number, isLast: boolean, fields: CsvField[]): number {
    if (this.copyingQuoted) {
      const close = this.closingQuote(at, isLast);
      this.copyingQuoted = close === undefined;
      return this.add(fields, at, close === undefined ? this.searched : close + 1, 'long');
    }
    const stop = this.stopAfter(at, isLast);
    this.copying = stop === undefined;
    return this.add(fields, at, stop?.at ?? this.searched, 'long', stop?.end);
  }

  private add(fields: CsvField[], from: number, to: number, kind: CsvField['kind'], end = ''): number {
    if (to > from || end !== '') fields.push({ raw: this.rest.slice(from, to), kind, end });
    return to + end.length;
  }

  /** The place of the quote that closes a field; undefined where it is not there, or the next sign has to tell. */
  private closingQuote(from: number, isLast: boolean): number | undefined {
    const isDoubled = this.dialect.quoting === '""';
    const { rest } = this;
    let at = from;
    for (; at < rest.length; at += 1) {
      const sign = rest[at];
      if (sign !== '"' && (isDoubled || sign !== '\\')) continue;
      if (sign === '"' && !isDoubled) return at;
      if (at + 1 === rest.length && !isLast) break;
      if (isDoubled && rest[at + 1] !== '"') return at;
      at += 1;
    }
    this.searched = Math.min(at, rest.length);
    return undefined;
  }

  /** The place of the delimiter or line break behind a field; undefined where it is not there, or not whole. */
  private stopAfter(from: number, isLast: boolean): { at: number; end: string } | undefined {
    const { rest } = this;
    for (let at = from; at < rest.length; at += 1) {
      const sign = rest[at] ?? '';
      if (sign === this.dialect.delimiter || sign === '\n') return { at, end: sign };
      if (sign !== '\r') continue;
      this.searched = at;
      if (at + 1 === rest.length && !isLast) return undefined;
      return { at, end: rest[at + 1] === '\n' ? '\r\n' : '\r' };
    }
    this.searched = rest.length;
    return isLast ? { at: rest.length, end: '' } : undefined;
  }
}
