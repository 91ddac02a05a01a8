import { csvCell } from '#libs/platform/csv/csv-cell.js';
import type { EntryFormat, ExportedEntry } from './entry-format.js';

const columns = [
  'id',
  'timestamp',
  'action',
  'resource',
  'resource_id',
  'user_id',
  'key_id',
  'key_name',
  'ip_address',
  'user_agent',
  'request_id',
  'metadata',
  'result',
] as const satisfies readonly (keyof ExportedEntry)[];

const textOf = (value: string | null | object): string => {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The fields of an entry in columns; metadata are JSON. */
export const csv: EntryFormat = {
  mediaType: 'text/csv; charset=utf-8; header=present',
  extension: 'csv',
  head: `${columns.join(',')}\r\n`,
  line: (entry) => `${columns.map((column) => csvCell(textOf(entry[column]))).join(',')}\r\n`,
};
