import { isLineText } from './line-text.js';

/** Whether a value is text that can be stored: well-formed Unicode without NUL. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

/** The words for a label, behind "must be". */
export const labelOf = (max: number): string =>
  `1 to ${max} characters without control, direction or zero-width characters`;

/** Whether a value is a short label, such as the name of something: it can stand in a line, and has at most `max` code points. */
export const isLabel = (value: unknown, max: number): value is string =>
  isText(value) && value.trim() !== '' && value.length <= 2 * max && [...value].length <= max && isLineText(value);
