import type { AuditAction, AuditResource, AuditResult } from '#libs/domain/audit/audit-vocabulary.js';
import { csvCell } from '#libs/platform/csv/csv-cell.js';
import { lineText } from '#libs/platform/line-text/line-text.js';
import type { AuditMetadata } from './audit-metadata.js';

/** An entry of the audit log as `GET /v1/compliance/audit-logs` lists it: personal data in clear, or `[erased]`. */
export interface ListedEntry {
  id: string;
  /** RFC 3339, UTC, milliseconds. */
  timestamp: string;
  action: AuditAction;
  resource: AuditResource;
  resource_id: string;
  user_id: string;
  /** Id of the key that was used; null where none was. */
  key_id: string | null;
  /** Name of that key, for display. */
  key_name: string | null;
  ip_address: string;
  user_agent: string;
  request_id: string;
  /** Metadata, with `filename` when the entry is about a file. */
  metadata: AuditMetadata;
  result: AuditResult;
  /** Name of the file of the document that an entry without one is about, as the upload's entry has it: for tables alone. */
  document_name?: string;
}

/** The fields of an entry in the order in which tables show them. */
export const listedEntryColumns = [
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
] as const satisfies readonly (keyof ListedEntry)[];

const textOf = (value: ListedEntry[keyof ListedEntry]): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '');

/** The cells of an entry's row in CSV, without a line end; metadata are JSON. No cell ends a line. */
export const csvCellsOfEntry = (entry: ListedEntry): string =>
  listedEntryColumns.map((column) => csvCell(lineText(textOf(entry[column])))).join(',');

/** Facts of the metadata that have columns of their own behind those of the entry. */
const columnsOfFacts = ['source_language', 'target_language', 'word_count', 'filename', 'code', 'status'] as const;

/** The columns behind those of the entry: who acted, as known now, and facts of the metadata by themselves. */
export const columnsBesideEntry = ['user_name', 'user_email', ...columnsOfFacts] as const;

/** The values of those columns; undefined where there is none. */
export const valuesBesideEntry = (
  { metadata, document_name: filename }: Pick<ListedEntry, 'metadata' | 'document_name'>,
  person: { name: string; email?: string } | undefined,
): unknown[] => {
  const facts: AuditMetadata = filename === undefined ? metadata : { filename, ...metadata };
  return [person?.name, person?.email, ...columnsOfFacts.map((name) => facts[name])];
};

/** The cells of those columns in CSV. */
export const csvCellsBesideEntry = (
  entry: Pick<ListedEntry, 'metadata' | 'document_name'>,
  person: { name: string; email?: string } | undefined,
): string =>
  valuesBesideEntry(entry, person)
    .map((value) => csvCell(lineText(String(value ?? ''))))
    .join(',');
