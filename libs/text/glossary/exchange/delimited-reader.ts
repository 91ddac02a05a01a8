import { baseLanguage } from '#libs/text/languages/language-tag.js';
import type { GlossaryLanguages } from '../glossary-languages.js';
import { assertNumber, type LineEntry } from './checked-entries.js';
import { csvRows, type Row, tsvRows } from './delimited-rows.js';
import { fileAtFault, linesAtFault } from './file-faults.js';
import { unprotectedCell } from './formula-cell.js';

type Columns = Record<'source' | 'target', number>;

const delimiters = [',', ';', '\t'];

/** UTF-16 units that are searched for the delimiter. */
const lengthTried = 65_536;

const withoutEmptyEnd = ({ line, cells }: Row): Row => ({
  line,
  cells: cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1),
});

/** Counts the rows that have two columns or more, as many as the first one. */
const regularRows = (text: string, delimiter: string): number => {
  let columns: number | undefined;
  let regular = 0;
  try {
    for (const row of csvRows(text, delimiter)) {
      const { length } = withoutEmptyEnd(row).cells;
      columns ??= length;
      if (columns > 1 && length === columns) regular += 1;
    }
  } catch {
    // A faulty row is reported when the whole file is read.
  }
  return regular;
};

/** Finds the delimiter that the most rows agree with. */
const delimiterOf = (text: string): string => {
  const scores = delimiters.map((delimiter) => regularRows(text.slice(0, lengthTried), delimiter));
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ',';
};

/** Finds the two columns in a row of names: `source`, `target`, or the codes of the languages. */
const namedColumns = (cells: readonly string[], languages: GlossaryLanguages): Columns | undefined => {
  const names = cells.map((cell) => cell.trim().toLowerCase().replaceAll('_', '-'));
  const columnOf = (side: 'source' | 'target'): number => {
    const code = languages[side].toLowerCase();
    const known = [side, code, baseLanguage(code)].map((name) => names.indexOf(name)).find((at) => at >= 0);
    return known ?? names.findIndex((name) => baseLanguage(name) === baseLanguage(code) && name.length > 3);
  };
  const columns = { source: columnOf('source'), target: columnOf('target') };
  const isHeader = columns.source >= 0 && columns.target >= 0 && columns.source !== columns.target;
  return isHeader ? columns : undefined;
};

const entriesOf = (rows: Iterable<Row>, languages: GlossaryLanguages): LineEntry[] => {
  const entries: LineEntry[] = [];
  let columns: Columns | undefined;
  let isFirst = true;
  for (const row of rows) {
    if (isFirst) {
      isFirst = false;
      columns = namedColumns(row.cells, languages);
      if (columns !== undefined) continue;
    }
    const { line, cells } = withoutEmptyEnd(row);
    if (columns === undefined && cells.length > 2) {
      throw linesAtFault([{ line, message: 'must have two columns, source and target' }]);
    }
    const cell = (column: number): string => unprotectedCell(cells[column] ?? '');
    entries.push({ line, source: cell(columns?.source ?? 0), target: cell(columns?.target ?? 1) });
    assertNumber(entries.length);
  }
  return entries;
};

/** Refuses a file none of whose lines has the delimiter: one remark says more than one of each line. */
const withTargets = (entries: LineEntry[], delimiter: string): LineEntry[] => {
  if (entries.length > 1 && entries.every(({ target }) => target === ''))
    throw fileAtFault(`has no ${delimiter} between source and target`);
  return entries;
};

/** The first line by which Excel is told the delimiter; the lines behind it keep their numbers. */
const saidDelimiter = /^sep=([,;\t])(?=[\r\n])/i;

/**
 * Reads CSV (RFC 4180), with commas, semicolons or tabs, whichever the rows agree on, or a first line `sep=` says. A first row of
 * names is no entry, and says in which columns source and target stand; other columns are left out. @throws Rejection
 */
export const readCsv = (text: string, languages: GlossaryLanguages): LineEntry[] => {
  const [line = '', said] = saidDelimiter.exec(text) ?? [];
  const rows = csvRows(text.slice(line.length), said ?? delimiterOf(text));
  return withTargets(entriesOf(rows, languages), 'comma, semicolon or tab');
};

/** Reads lines with tabs; a first row of names is treated as in CSV. @throws Rejection */
export const readTsv = (text: string, languages: GlossaryLanguages): LineEntry[] =>
  withTargets(entriesOf(tsvRows(text), languages), 'tab');
