import { hashLength } from '@transledger/audit-proof';
import { LogIncompleteError } from './log-signatures.errors.js';

/** The hashes that stand one after the other in bytes. */
const splitHashes = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / hashLength }, (_, at) => bytes.subarray(at * hashLength, (at + 1) * hashLength));

/**
 * The hashes of ranges, each read as one value, null where it has none: hundreds of rows would take longer to read than to find.
 * @throws LogIncompleteError with the message where a range has not all of its hashes
 */
export const hashesOfRanges = (
  rows: readonly { hashes: Uint8Array | null }[],
  ranges: readonly { from: number; to: number }[],
  message: string,
): Uint8Array[][] => {
  const found = rows.map(({ hashes }) => splitHashes(hashes ?? new Uint8Array()));
  if (found.some(({ length }, at) => length !== (ranges[at]?.to ?? 0) - (ranges[at]?.from ?? 0))) {
    throw new LogIncompleteError(message);
  }
  return found;
};
