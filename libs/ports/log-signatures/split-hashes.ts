import { hashLength } from '@transledger/audit-proof';

/** The hashes that stand one after the other in bytes. */
export const splitHashes = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: bytes.length / hashLength }, (_, at) => bytes.subarray(at * hashLength, (at + 1) * hashLength));
