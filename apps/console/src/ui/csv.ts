/** A column of a table that is written as CSV. */
export interface CsvColumn<Row> {
  name: string;
  /** The text of a cell; a column without it is left out. */
  text?: ((row: Row) => string) | undefined;
}

/** A value of CSV (RFC 4180). One that a spreadsheet would take for a formula is kept from that by an apostrophe. */
const csvValue = (value: string): string => {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

export const csvOf = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string => {
  const told = columns.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }]));
  const lines = [told.map(({ name }) => name), ...rows.map((row) => told.map(({ text }) => text(row)))];
  return lines.map((values) => `${values.map(csvValue).join(',')}\r\n`).join('');
};
