import type { XlsxCell } from '#libs/platform/xlsx/write-xlsx.js';
import type { AuditLogRecord } from '#projections/audit-log/audit-log-record.js';
import type { PersonDto } from '../../../../people/people.dto.js';

/** An entry as it is exported: as in the list, and its leaf. */
export interface ExportedEntry extends AuditLogRecord {
  organization_id: string;
  /** The entry's number: the index of its leaf in the tree. */
  leaf_index: number;
  /** The bytes that are hashed, as text. */
  leaf: string;
}

interface FormatOfFile {
  mediaType: string;
  extension: string;
}

/** How entries are written, a line each. */
export interface EntryFormat extends FormatOfFile {
  /** Text before the first entry. */
  head: string;
  /** Set where lines say who acted, beyond the id: what verifies offline says it nowhere. */
  namesPeople?: true;
  /** The line of an entry, with its line end; `person` is who acted, where that is named and known. */
  line: (entry: ExportedEntry, person?: PersonDto) => string;
}

/** How entries are written as rows of a workbook. */
export interface EntryTable extends FormatOfFile {
  columns: readonly string[];
  namesPeople: true;
  cells: (entry: ExportedEntry, person: PersonDto | undefined) => XlsxCell[];
}
