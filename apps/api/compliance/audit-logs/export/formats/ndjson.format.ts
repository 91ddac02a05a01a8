import { hash } from 'node:crypto';
import { lineText } from '#libs/platform/line-text/line-text.js';
import type { EntryFormat } from './entry-format.js';

/**
 * One JSON object a line: the entry as in the list with its leaf, and as its last field the SHA-256 of the line before
 * it. The leaf alone would show that one of many entries was changed; this sum says which.
 */
export const ndjson: EntryFormat = {
  mediaType: 'application/x-ndjson; charset=utf-8',
  extension: 'ndjson',
  head: '',
  line: ({ organization_id: _, leaf_index, leaf, openings, ...entry }) => {
    const fields = { ...entry, openings, leaf_index, leaf: Buffer.from(leaf).toString('base64') };
    const body = lineText(JSON.stringify(fields)).slice(0, -1);
    return `${body},"line_sha256":"${hash('sha256', body)}"}\n`;
  },
};
