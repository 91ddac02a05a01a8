/** Spreadsheets take a cell that begins so for a formula, which may call programs or send data away. */
const formula = /^'*[=+\-@＝＋－＠]/u;

/**
 * Such a cell with an apostrophe before it, which makes it text to spreadsheets; so is one that has apostrophes there
 * already, so that taking one away gives back every cell.
 */
export const protectedCell = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell);

export const unprotectedCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
