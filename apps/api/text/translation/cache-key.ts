import { createHash } from 'node:crypto';

const absent = 0xffff_ffff;

/** SHA-256 of the parts, each after its length: no two lists of parts are the same bytes. */
export const cacheKey = (parts: readonly (string | undefined)[]): string => {
  const hash = createHash('sha256');
  const length = Buffer.alloc(4);
  for (const part of parts) {
    const bytes = Buffer.from(part ?? '');
    length.writeUInt32BE(part === undefined ? absent : bytes.length);
    hash.update(length).update(bytes);
  }
  return hash.digest('base64url');
};
