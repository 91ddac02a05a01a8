import { csvCellsOfEntry, listedEntryColumns } from '#libs/audit/listed-entry.js';
import { csvCell } from '#libs/platform/csv/csv-cell.js';
import { lineText } from '#libs/platform/line-text/line-text.js';
import type { PersonDto } from '../../../../people/people.dto.js';
import type { EntryFormat, ExportedEntry } from './entry-format.js';

/** Facts of the metadata that have columns of their own behind those of the entry. */
const columnsOfFacts = ['source_language', 'target_language', 'word_count', 'filename', 'code', 'status'] as const;

const columns = [...listedEntryColumns, 'user_name', 'user_email', ...columnsOfFacts];

const cellsBeside = ({ metadata }: ExportedEntry, person: PersonDto | undefined): string => {
  const facts = columnsOfFacts.map((name) => metadata[name]);
  return [person?.name, person?.email, ...facts].map((value) => csvCell(lineText(String(value ?? '')))).join(',');
};

/** The fields of an entry in columns; metadata are JSON. Behind them who acted, as known now, and some facts by themselves. */
export const csv: EntryFormat = {
  mediaType: 'text/csv; charset=utf-8; header=present',
  extension: 'csv',
  head: `${columns.join(',')}\r\n`,
  namesPeople: true,
  line: (entry, person) => `${csvCellsOfEntry(entry)},${cellsBeside(entry, person)}\r\n`,
};
