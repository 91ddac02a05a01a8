import { createHash, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { keyLength } from '#libs/key-vault/sealed-bytes.js';
import { BlobTooLargeError } from '../blob-store.errors.js';
import { BatchedFileWriter } from './batched-file-writer.js';
import { type ContentSummary, chunkBinding, chunkLength, header, sealChunk } from './blob-encoding.js';

/** Writes header and chunks; the footer is left to the caller. Memory does not grow with the content. */
export const writeContent = async (
  handle: FileHandle,
  id: string,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<ContentSummary> => {
  const contentKey = randomBytes(keyLength);
  const binding = chunkBinding(id);
  const hash = createHash('sha256');
  const file = new BatchedFileWriter(handle);
  const chunk = Buffer.allocUnsafeSlow(chunkLength);
  let filled = 0;
  let index = 0;
  let size = 0;

  const writeChunk = async (isLast: boolean): Promise<void> => {
    for (const bytes of sealChunk(contentKey, binding, index, isLast, chunk.subarray(0, filled)))
      await file.append(bytes);
    index += 1;
    filled = 0;
  };

  await file.append(header);
  for await (const bytes of content) {
    size += bytes.length;
    if (size > maxBytes) throw new BlobTooLargeError(maxBytes);
    hash.update(bytes);
    for (let taken = 0; taken < bytes.length; ) {
      // A full chunk waits for the byte after it: without one it is the last.
      if (filled === chunkLength) await writeChunk(false);
      const part = bytes.subarray(taken, taken + chunkLength - filled);
      chunk.set(part, filled);
      filled += part.length;
      taken += part.length;
    }
  }
  await writeChunk(true);
  await file.flush();
  return { contentKey, size, sha256: hash.digest() };
};
