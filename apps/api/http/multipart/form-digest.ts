import { createHash } from 'node:crypto';
import type { UploadForm } from './upload-form.js';

/**
 * A digest that is equal for two forms that ask for the same: made of their fields in any order, the file's name
 * and its bytes. `sha256` is that of the file.
 */
export const formDigest = ({ fields, file }: UploadForm, sha256: Buffer | undefined): Buffer => {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([sorted, file?.name ?? null, sha256?.toString('hex') ?? null]))
    .digest();
};
