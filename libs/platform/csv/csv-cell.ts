import { linesText } from '#libs/platform/line-text/line-text.js';

/** How a value begins that a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A cell of RFC 4180; before a formula stands an apostrophe, so that spreadsheets show it and compute nothing. Line
 * breaks stay, in quotes; other characters that act on a line are escaped.
 */
export const csvCell = (value: string): string => {
  const shown = linesText(value);
  const text = formula.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
