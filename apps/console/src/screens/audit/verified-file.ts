import { parseVerifierKey, verifyExport, verifyReceipt } from '@transledger/sdk/verify';

export type FactName =
  | 'entry'
  | 'export'
  | 'line'
  | 'organization'
  | 'log'
  | 'size'
  | 'entries'
  | 'leftOut'
  | 'erased'
  | 'key';

/** The facts that a file proves. */
export interface FileVerdict {
  isProven: boolean;
  /** Why it is not; empty where it is. */
  reason: string;
  /** Names and values; an empty key is the one in the file, which proves that the file is whole and not whose it is. */
  facts: [name: FactName, value: string][];
}

/** Receipts are small; an export is read piece by piece, however large it is. */
const maxReceiptBytes = 4 * 1024 * 1024;

const piecesOf = async function* (file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
};

const isReceipt = async (file: Blob): Promise<boolean> => {
  if (file.size > maxReceiptBytes) return false;
  try {
    const value: unknown = JSON.parse(await file.text());
    return typeof value === 'object' && value !== null && 'entry' in value;
  } catch {
    return false;
  }
};

/** Verifies a receipt or an export. @param verifierKey of the log, known from elsewhere */
export const verifyFile = async (file: Blob, verifierKey: string | undefined): Promise<FileVerdict> => {
  const key = verifierKey === undefined ? undefined : parseVerifierKey(verifierKey);
  if (await isReceipt(file)) {
    const verdict = await verifyReceipt(await file.text(), key);
    if ('fault' in verdict)
      return { isProven: false, reason: verdict.fault.reason, facts: [['entry', verdict.fault.entryId ?? '–']] };
    const { entryId, organizationId, origin, size, erased } = verdict.verified;
    return {
      isProven: true,
      reason: '',
      facts: [
        ['entry', entryId],
        ['organization', organizationId],
        ['log', origin],
        ['size', String(size)],
        ['erased', String(erased)],
        ['key', verifierKey ?? ''],
      ],
    };
  }
  const verdict = await verifyExport(piecesOf(file), key);
  if ('fault' in verdict) {
    const { line, entryId, reason } = verdict.fault;
    return {
      isProven: false,
      reason,
      facts: [['line', String(line)], ...(entryId ? [['entry', entryId] as [FactName, string]] : [])],
    };
  }
  const { exportId, entries, leftOut, erased, origin, size } = verdict.verified;
  return {
    isProven: true,
    reason: '',
    facts: [
      ['export', exportId],
      ['entries', String(entries)],
      ['leftOut', String(leftOut)],
      ['log', origin],
      ['size', String(size)],
      ['erased', String(erased)],
      ['key', verifierKey ?? ''],
    ],
  };
};
