import { inertCell } from '#libs/platform/csv/formula.js';
import { addAll } from '../add-all.js';
import type { DocumentSummary, KeyRules } from '../format.port.js';
import type { TextPiece, TextWalker } from '../text/text-walker.js';
import { MessageFile } from '../values/message-file.js';
import { PlacedText } from '../values/placed-text.js';
import { ValueJudge } from '../values/value-judge.js';
import { type DataValue, valuePieces } from '../values/value-pieces.js';
import { wholeValuePiece } from '../values/whole-value.js';
import { namesColumns } from './column-names.js';
import { detectDialect, rowsOf } from './csv-dialect.js';
import { type CsvDialect, type CsvField, CsvFields } from './csv-fields.js';
import { SourceColumns } from './source-columns.js';

/** UTF-16 code units by which the dialect and the names of the columns are found. */
const sampleLength = 64 * 1024;
/** A cell that spreadsheets everywhere calculate; it is not translated. */
const formula = /^[=+\-@\t\r]/;

/**
 * Translates the fields of a table that are wording, and keeps its delimiters, quotes and line breaks. The first row
 * stays where it names the columns.
 */
export class CsvWalker implements TextWalker {
  private readonly judge = new ValueJudge();
  private sample = '';
  private table: Table | undefined;

  /** @param sourceLanguage where the source text stands in a column beside its translation */
  constructor(
    private readonly keys: KeyRules,
    private readonly sourceLanguage?: string,
  ) {}

  push(text: string): TextPiece[] {
    if (this.table) return this.table.take(this.table.fields.push(text));
    this.sample += text;
    return this.sample.length < sampleLength ? [] : this.begin();
  }

  end(): TextPiece[] {
    const pieces = this.table ? [] : this.begin();
    if (this.table) addAll(pieces, this.table.take(this.table.fields.end()));
    return pieces;
  }

  summary(): DocumentSummary {
    return { skipped: this.judge.skipped };
  }

  private begin(): TextPiece[] {
    const { sample } = this;
    this.sample = '';
    this.table = new Table(sample.slice(0, sampleLength), this.keys, this.judge, this.sourceLanguage);
    const statement = /^sep=[^\r\n](?:\r\n|[\r\n])/i.exec(sample)?.[0] ?? '';
    return [statement, ...this.table.take(this.table.fields.push(sample.slice(statement.length)))];
  }
}

class Table {
  readonly fields: CsvFields;
  private readonly dialect: CsvDialect;
  /** The names of the columns, where the first row has them. */
  private readonly names: readonly string[] | undefined;
  private row = 0;
  private column = 0;
  private copied = '';
  private readonly sources: SourceColumns | undefined;
  /** The columns of wording, in which a word alone is no identifier. */
  private readonly worded: ReadonlySet<number>;

  constructor(
    sample: string,
    private readonly keys: KeyRules,
    private readonly judge: ValueJudge,
    sourceLanguage: string | undefined,
  ) {
    this.dialect = detectDialect(sample);
    this.fields = new CsvFields(this.dialect);
    const parser = new CsvFields(this.dialect);
    const statement = /^sep=[^\r\n](?:\r\n|[\r\n])/i.exec(sample)?.[0].length ?? 0;
    const rows = rowsOf([...parser.push(sample.slice(statement)), ...parser.end()]);
    const values = rows.slice(0, 200).map((row) => row.map((field) => this.valueOf(field).text));
    const first = values[0]?.map((name) => name.trim()) ?? [];
    const isNamed = first.some((name) => keys.include.includes(name) || keys.exclude.includes(name));
    if (isNamed || namesColumns(values)) this.names = first;
    this.worded = wordedColumns(this.names ? values.slice(1) : values);
    const { delimiter } = this.dialect;
    if (sourceLanguage !== undefined && delimiter !== '') {
      this.sources = new SourceColumns(this.translatedColumns(values), this.names, sourceLanguage, delimiter);
    }
  }

  /** The columns that the first rows have a translated field in. */
  private translatedColumns(rows: readonly (readonly string[])[]): Set<number> {
    const judge = new ValueJudge();
    const columns = new Set<number>();
    for (const row of this.names ? rows.slice(1) : rows) {
      for (const [column, text] of row.entries()) {
        const taken = this.takenIn(column);
        judge.takesWords = this.worded.has(column);
        if (taken && !formula.test(text) && judge.isTranslated(text, taken.isNamed)) columns.add(column);
      }
    }
    return columns;
  }

  take(fields: readonly CsvField[]): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const field of fields) {
      const isTranslated = this.takeField(field, pieces);
      if (field.kind !== 'long' || field.end !== '') this.copied += this.besides(field, isTranslated);
      this.copied += field.end;
      if (/[\r\n]/.test(field.end)) {
        if (this.column > 0 || field.raw !== '') this.row += 1;
        this.column = 0;
      } else if (field.end !== '') this.column += 1;
    }
    if (this.copied !== '') pieces.push(this.copied);
    this.copied = '';
    return pieces;
  }

  /** The cell of the column of source text beside a field; empty where there is none. */
  private besides({ raw, kind }: CsvField, isTranslated: boolean): string {
    if (this.sources === undefined || (this.column === 0 && raw === '')) return '';
    if (!this.names || this.row > 0) return this.sources.beside(this.column, isTranslated ? raw : '');
    return this.sources.nameBeside(this.column, kind === 'quoted', (text) => this.encode(text));
  }

  private takeField(field: CsvField, pieces: TextPiece[]): boolean {
    const taken = this.taken();
    this.judge.takesWords = this.worded.has(this.column);
    const value = taken && field.kind !== 'long' && field.kind !== 'broken' ? this.valueOf(field) : undefined;
    if (field.kind === 'long' && field.end !== '') this.judge.leaveLong();
    if (!value || formula.test(value.text) || !this.judge.isTranslated(value.text, taken?.isNamed ?? false)) {
      this.copied += field.raw;
      return false;
    }
    const written = field.kind === 'quoted' ? this.quotedPieces(value) : [this.plainPiece(value)];
    for (const piece of written) {
      if (typeof piece === 'string') this.copied += piece;
      else {
        pieces.push(this.copied, piece);
        this.copied = '';
      }
    }
    return true;
  }

  private taken(): { isNamed: boolean } | undefined {
    return this.names && this.row === 0 ? undefined : this.takenIn(this.column);
  }

  /** Undefined where the column stays; whether the caller named it elsewhere. */
  private takenIn(column: number): { isNamed: boolean } | undefined {
    const { include, exclude } = this.keys;
    const name = this.names?.[column];
    if (name !== undefined && exclude.includes(name)) return undefined;
    const isNamed = name !== undefined && include.includes(name);
    return include.length > 0 && !isNamed ? undefined : { isNamed };
  }

  private valueOf({ raw, kind }: CsvField): DataValue {
    if (kind !== 'quoted') return { raw, text: raw };
    const inner = raw.slice(1, -1);
    const sign = this.dialect.quoting === '""' ? '"' : '\\';
    if (!inner.includes(sign)) return { raw: inner, text: inner };
    const text = new PlacedText(inner);
    let at = 0;
    for (let found = inner.indexOf(sign); found !== -1; found = inner.indexOf(sign, at)) {
      if (found + 1 === inner.length) break;
      text.copy(at, found);
      text.add(inner.charAt(found + 1), found);
      at = found + 2;
    }
    text.copy(at, inner.length);
    return text.value();
  }

  private decode(raw: string): string {
    return this.dialect.quoting === '""' ? raw.replaceAll('""', '"') : raw.replace(/\\([\s\S])/g, '$1');
  }

  private encode(text: string): string {
    return this.dialect.quoting === '""' ? text.replaceAll('"', '""') : text.replace(/[\\"]/g, '\\$&');
  }

  private quotedPieces(value: DataValue): TextPiece[] {
    const syntax = {
      role: 'table' as const,
      decode: (raw: string) => this.decode(raw),
      encode: (text: string) => this.encode(text),
    };
    const pieces = valuePieces(value, syntax).filter((piece) => piece !== '');
    const [first] = pieces;
    if (first !== undefined && typeof first !== 'string') {
      pieces[0] = { ...first, render: (translation) => inertCell(first.render(translation)) };
    }
    return ['"', ...pieces, '"'];
  }

  /** A field without quotes gets them as a whole where its translation needs them. */
  private plainPiece(value: DataValue): TextPiece {
    const asIs = (raw: string): string => raw;
    return wholeValuePiece(value, 'table', asIs, (translation) => {
      const text = inertCell(translation);
      return this.needsQuotes(text) ? `"${this.encode(text)}"` : text;
    });
  }

  private needsQuotes(text: string): boolean {
    const { delimiter } = this.dialect;
    return (delimiter !== '' && text.includes(delimiter)) || /["\r\n]/.test(text);
  }
}

/** The columns whose fields are wording, by those of the first rows. */
const wordedColumns = (rows: readonly (readonly string[])[]): Set<number> => {
  const columns = new Map<number, MessageFile>();
  for (const row of rows) {
    for (const [column, text] of row.entries()) {
      const seen = columns.get(column) ?? new MessageFile();
      columns.set(column, seen);
      seen.addString(text, {}, false);
    }
  }
  return new Set([...columns].filter(([, seen]) => seen.isWording).map(([column]) => column));
};
