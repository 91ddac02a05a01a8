import type { ExportFormat } from '#libs/domain/audit-export/audit-export.events.js';
import { cef } from './cef.format.js';
import { csv } from './csv.format.js';
import type { EntryFormat, EntryTable } from './entry-format.js';
import { ndjson } from './ndjson.format.js';
import { ocsf } from './ocsf.format.js';
import { xlsx } from './xlsx.format.js';

/** The formats that have a line for each entry. */
export const lineFormats: Record<Exclude<ExportFormat, 'xlsx'>, EntryFormat> = { ndjson, csv, ocsf, cef };

export const entryFormats: Record<ExportFormat, EntryFormat | EntryTable> = { ...lineFormats, xlsx };
