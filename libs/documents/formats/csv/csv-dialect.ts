import { type CsvDialect, type CsvField, CsvFields } from './csv-fields.js';

const delimiters = [',', ';', '\t', '|'];
/** The share of rows that have the same number of fields, at least, for a sign to be the delimiter. */
const minAgreement = 0.6;

/** The rows of the first fields of a file. */
export const rowsOf = (fields: readonly CsvField[]): CsvField[][] => {
  const rows: CsvField[][] = [];
  let row: CsvField[] = [];
  for (const field of fields) {
    row.push(field);
    if (field.end !== '' && !/[\r\n]/.test(field.end)) continue;
    if (row.length > 1 || field.raw !== '') rows.push(row);
    row = [];
  }
  return rows;
};

/** The dialect of a table, by its first characters: the delimiter with which the most rows have as many fields. */
export const detectDialect = (sample: string): CsvDialect => {
  const quoting = /(?:^|[^\\])(?:\\\\)*\\"[^,;\t|\r\n"]/.test(sample) && !/\w""\w/.test(sample) ? '\\"' : '""';
  const stated = /^sep=([^\r\n])[\r\n]/i.exec(sample)?.[1];
  if (stated !== undefined) return { delimiter: stated, quoting };
  let best = { delimiter: '', agreement: 0, columns: 1 };
  for (const delimiter of delimiters) {
    if (!sample.includes(delimiter)) continue;
    const { agreement, columns } = agreementOf(sample, { delimiter, quoting });
    if (columns < 2 || agreement < minAgreement) continue;
    const isBetter = agreement > best.agreement || (agreement === best.agreement && columns > best.columns);
    if (isBetter) best = { delimiter, agreement, columns };
  }
  return { delimiter: best.delimiter, quoting };
};

/** The number of fields that most rows have, and the share of the rows that have it. */
const agreementOf = (sample: string, dialect: CsvDialect): { agreement: number; columns: number } => {
  const parser = new CsvFields(dialect);
  const rows = rowsOf([...parser.push(sample), ...parser.end()]);
  // The sample may end within a row.
  const whole = rows.length > 2 ? rows.slice(0, -1) : rows;
  const counts = new Map<number, number>();
  for (const { length } of whole) counts.set(length, (counts.get(length) ?? 0) + 1);
  let [columns, most] = [1, 0];
  for (const [length, count] of counts)
    if (count > most || (count === most && length > columns)) [columns, most] = [length, count];
  return { agreement: most / whole.length, columns };
};
