/** Start of a cell that spreadsheets take for a formula, which may call programs or send data away. */
const formula = /^'*[=+\-@＝＋－＠]/u;

/**
 * Puts an apostrophe before a cell that looks like a formula, which makes it text to spreadsheets. A cell that has
 * apostrophes there already gets one more, so that taking one away gives back every cell.
 */
export const protectedCell = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);

export const unprotectedCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
