import { createHash, randomBytes } from 'node:crypto';
import { keyLength } from '#libs/ports/key-vault/sealed-bytes.js';
import { type ContentSummary, chunkBinding, chunkLength, header, sealChunk } from './blob-encoding.js';
import { BlobTooLargeError } from './blob-store.errors.js';

/**
 * Passes header and chunks to `append`, one after another; the footer is left to the caller. Memory does not grow
 * with the content. Appended bytes are not touched again.
 * @throws BlobTooLargeError, the errors of `content` and of `append`
 */
export const sealContent = async (
  id: string,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  append: (sealed: Uint8Array) => Promise<void>,
): Promise<ContentSummary> => {
  const contentKey = randomBytes(keyLength);
  const binding = chunkBinding(id);
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafeSlow(chunkLength);
  let filled = 0;
  let index = 0;
  let size = 0;

  const appendChunk = async (isLast: boolean): Promise<void> => {
    for (const bytes of sealChunk(contentKey, binding, index, isLast, chunk.subarray(0, filled))) await append(bytes);
    index += 1;
    filled = 0;
  };

  await append(header);
  for await (const bytes of content) {
    size += bytes.length;
    if (size > maxBytes) throw new BlobTooLargeError(maxBytes);
    hash.update(bytes);
    for (let taken = 0; taken < bytes.length; ) {
      // A full chunk waits for the byte after it: without one it is the last.
      if (filled === chunkLength) await appendChunk(false);
      const part = bytes.subarray(taken, taken + chunkLength - filled);
      chunk.set(part, filled);
      filled += part.length;
      taken += part.length;
    }
  }
  await appendChunk(true);
  return { contentKey, size, sha256: hash.digest() };
};
