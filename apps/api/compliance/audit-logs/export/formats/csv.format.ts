import {
  columnsBesideEntry,
  csvCellsBesideEntry,
  csvCellsOfEntry,
  listedEntryColumns,
} from '#libs/audit/listed-entry.js';
import type { EntryFormat } from './entry-format.js';

/** The fields of an entry in columns; metadata are JSON. Behind them who acted, as known now, and some facts by themselves. */
export const csv: EntryFormat = {
  mediaType: 'text/csv; charset=utf-8; header=present',
  extension: 'csv',
  head: `${[...listedEntryColumns, ...columnsBesideEntry].join(',')}\r\n`,
  namesPeople: true,
  line: (entry, person) => `${csvCellsOfEntry(entry)},${csvCellsBesideEntry(entry, person)}\r\n`,
};
