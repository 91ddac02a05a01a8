/** A cell that spreadsheets take for a formula, which may call programs or send data away; in East Asia they take wide signs too. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

export const isFormula = (cell: string): boolean => formula.test(cell);

/** The cell with an apostrophe before a formula, so that spreadsheets show it and compute nothing. */
export const inertCell = (cell: string): string => (isFormula(cell) ? `'${cell}` : cell);
