import { type EntryFault, findFaults, isTooLarge, tooLarge } from '../entry-faults.js';
import { type GlossaryEntry, maxEntries } from '../glossary-entry.js';
import { type FileFault, fileAtFault, linesAtFault } from './file-faults.js';

/** An entry and the line that it begins in, counted from 1. */
export interface LineEntry extends GlossaryEntry {
  line: number;
}

/** Checks the number of entries read so far. @throws Rejection when they are too many */
export const assertNumber = (entries: number): void => {
  if (entries > maxEntries) throw fileAtFault(`must have at most ${maxEntries} entries`);
};

const inLine = ({ index, field, kind, message, sameAs }: EntryFault, entries: readonly LineEntry[]): FileFault => {
  const line = entries[index]?.line ?? 0;
  if (sameAs !== undefined) return { line, message: `has the same source as line ${entries[sameAs]?.line}` };
  return { line, message: kind === 'missing' ? `has no ${field}` : `has a ${field} that ${message}` };
};

/** Returns the entries as checked. @throws Rejection that names the lines */
export const checkedEntries = (entries: readonly LineEntry[]): GlossaryEntry[] => {
  const faults = findFaults(entries);
  if (faults.length > 0) throw linesAtFault(faults.map((fault) => inLine(fault, entries)));
  if (isTooLarge(entries)) throw fileAtFault(tooLarge);
  return entries.map(({ source, target }) => ({ source, target }));
};
