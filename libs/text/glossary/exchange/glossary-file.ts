import type { GlossaryEntry } from '../glossary-entry.js';
import type { GlossaryLanguages } from '../glossary-languages.js';
import { checkedEntries, type LineEntry } from './checked-entries.js';
import { readCsv, readTsv } from './delimited-reader.js';
import { writeCsv, writeTsv } from './delimited-writer.js';
import { fileAtFault } from './file-faults.js';
import { glossaryText } from './glossary-text.js';
import { readTbx } from './tbx-reader.js';
import { writeTbx } from './tbx-writer.js';

export type { GlossaryLanguages } from '../glossary-languages.js';

export type GlossaryFormat = 'csv' | 'tsv' | 'tbx';

const readers: Record<GlossaryFormat, (text: string, languages: GlossaryLanguages) => LineEntry[]> = {
  csv: readCsv,
  tsv: readTsv,
  tbx: readTbx,
};

/**
 * Reads the entries of a file, each checked as `assertEntries` does.
 * @throws Rejection `invalid_request` that names the lines at fault
 */
export const readGlossaryFile = (
  bytes: Uint8Array,
  format: GlossaryFormat,
  languages: GlossaryLanguages,
): GlossaryEntry[] => {
  const entries = checkedEntries(readers[format](glossaryText(bytes), languages));
  if (entries.length === 0) throw fileAtFault('has no entries');
  return entries;
};

/** Writes the entries as a file, which `readGlossaryFile` reads back exactly. */
export const writeGlossaryFile = (
  entries: readonly GlossaryEntry[],
  format: GlossaryFormat,
  languages: GlossaryLanguages,
): string => {
  if (format === 'tbx') return writeTbx(entries, languages);
  return format === 'csv' ? writeCsv(entries) : writeTsv(entries);
};
