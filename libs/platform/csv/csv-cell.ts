import { linesText } from '#libs/platform/line-text/line-text.js';
import { inertCell } from './formula.js';

/**
 * A cell of RFC 4180; before a formula stands an apostrophe, so that spreadsheets show it and compute nothing. Line
 * breaks stay, in quotes; other characters that act on a line are escaped.
 */
export const csvCell = (value: string): string => {
  const text = inertCell(linesText(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
