import { csvCellsOfEntry, listedEntryColumns } from '#libs/audit/listed-entry.js';
import type { EntryFormat } from './entry-format.js';

/** The fields of an entry in columns; metadata are JSON. */
export const csv: EntryFormat = {
  mediaType: 'text/csv; charset=utf-8; header=present',
  extension: 'csv',
  head: `${listedEntryColumns.join(',')}\r\n`,
  line: (entry) => `${csvCellsOfEntry(entry)}\r\n`,
};
