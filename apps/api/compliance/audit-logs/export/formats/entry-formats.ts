import type { ExportFormat } from '#libs/domain/audit-export/audit-export.events.js';
import { cef } from './cef.format.js';
import { csv } from './csv.format.js';
import type { EntryFormat } from './entry-format.js';
import { ndjson } from './ndjson.format.js';
import { ocsf } from './ocsf.format.js';

export const entryFormats: Record<ExportFormat, EntryFormat> = { ndjson, csv, ocsf, cef };
