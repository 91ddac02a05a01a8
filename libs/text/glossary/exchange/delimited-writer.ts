import type { GlossaryEntry } from '../glossary-entry.js';
import { protectedCell } from './formula-cell.js';

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

const csvCell = (text: string): string => {
  const cell = protectedCell(text);
  return /[",;\t]|^\s|\s$/u.test(cell) ? quoted(cell) : cell;
};

const tsvCell = (text: string): string => {
  const cell = protectedCell(text);
  return cell.startsWith('"') ? quoted(cell) : cell;
};

const header: GlossaryEntry = { source: 'source', target: 'target' };

/** Writes RFC 4180 with a byte order mark, without which spreadsheets do not read the file as UTF-8. */
export const writeCsv = (entries: readonly GlossaryEntry[]): string =>
  `\ufeff${[header, ...entries].map((entry) => `${csvCell(entry.source)},${csvCell(entry.target)}\r\n`).join('')}`;

export const writeTsv = (entries: readonly GlossaryEntry[]): string =>
  [header, ...entries].map((entry) => `${tsvCell(entry.source)}\t${tsvCell(entry.target)}\n`).join('');
