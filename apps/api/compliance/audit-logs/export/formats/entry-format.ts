import type { AuditLogRecord } from '#projections/audit-log/audit-log-record.js';

/** An entry as it is exported: as in the list, and its leaf. */
export interface ExportedEntry extends AuditLogRecord {
  organization_id: string;
  /** The entry's number: the index of its leaf in the tree. */
  leaf_index: number;
  /** The bytes that are hashed, as text. */
  leaf: string;
}

/** How entries are written, a line each. */
export interface EntryFormat {
  mediaType: string;
  extension: string;
  /** Text before the first entry. */
  head: string;
  /** The line of an entry, with its line end. */
  line: (entry: ExportedEntry) => string;
}
