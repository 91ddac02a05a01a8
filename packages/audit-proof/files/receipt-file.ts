import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import type { ReceiptVerdict } from '../receipt-verification.js';

/** How a receipt begins; no line of an export does. */
const beginning = Buffer.from('{"entry":{');

/** The receipt in a file; undefined for standard input and for a file that does not begin as one. */
export const receiptIn = (file: string): string | undefined => {
  if (file === '-') return undefined;
  const handle = openSync(file, 'r');
  try {
    const read = Buffer.alloc(beginning.length);
    readSync(handle, read);
    return read.equals(beginning) ? readFileSync(file, 'utf8') : undefined;
  } finally {
    closeSync(handle);
  }
};

/** The verdict as programs read it, but for whose key it is. */
export const receiptAsJson = (verdict: ReceiptVerdict): object => {
  if ('fault' in verdict) {
    const { entryId = null, reason } = verdict.fault;
    return { verified: false, entry_id: entryId, reason };
  }
  const { entryId, organizationId, verifierKey: _, checkpoint: __, stamped: ___, ...rest } = verdict.verified;
  return { verified: true, entry_id: entryId, organization_id: organizationId, ...rest };
};

/** The verdict as people read it, but for whose key it is. */
export const receiptLines = (verdict: ReceiptVerdict): string[] => {
  if ('fault' in verdict) {
    const { entryId, reason } = verdict.fault;
    return [entryId === undefined ? `✗ ${reason}` : `✗ ${entryId}: ${reason}`];
  }
  const { entryId, origin, size, erased } = verdict.verified;
  return [
    `✓ ${entryId} is in the log ${origin}, in its tree of ${size}, as the file shows it.`,
    ...(erased === 0 ? [] : [`  ${erased} personal values are erased.`]),
  ];
};
