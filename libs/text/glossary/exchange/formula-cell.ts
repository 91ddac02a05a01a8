import { isFormula } from '#libs/platform/csv/formula.js';

const isProtectable = (cell: string): boolean => isFormula(cell.replace(/^'+/, ''));

/**
 * Puts an apostrophe before a cell that looks like a formula, which makes it text to spreadsheets. A cell that has
 * apostrophes there already gets one more, so that taking one away gives back every cell.
 */
export const protectedCell = (cell: string): string => (isProtectable(cell) ? `'${cell}` : cell);

export const unprotectedCell = (cell: string): string =>
  cell.startsWith("'") && isProtectable(cell) ? cell.slice(1) : cell;
