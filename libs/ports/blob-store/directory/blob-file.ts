import { type FileHandle, open } from 'node:fs/promises';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { type ContentSummary, footerLength, header, openFooter, sealedLength } from '../blob-encoding.js';
import type { SealedBytes } from '../blob-readable.js';
import { BlobCorruptError, BlobNotFoundError } from '../blob-store.errors.js';

export interface OpenBlob {
  handle: FileHandle;
  summary: ContentSummary;
}

/** Reads into the buffer; returns fewer bytes than asked for where the file ends. */
const readAt = async (handle: FileHandle, buffer: Buffer, position: number): Promise<Buffer> => {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
};

const readSummary = async (handle: FileHandle, id: string, blobKey: Uint8Array): Promise<ContentSummary> => {
  const { size: length } = await handle.stat();
  if (length < sealedLength(0)) throw new BlobCorruptError(id);
  const head = await readAt(handle, Buffer.alloc(header.length), 0);
  const footer = await readAt(handle, Buffer.alloc(footerLength), length - footerLength);
  if (!head.equals(header)) throw new BlobCorruptError(id);
  return openFooter(blobKey, id, footer, length);
};

/**
 * Opens the file and reads its header and footer.
 * @throws BlobNotFoundError, BlobCorruptError
 */
export const openBlob = async (
  path: string,
  id: string,
  keyOf: (id: string) => Promise<Uint8Array | undefined>,
): Promise<OpenBlob> => {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw errorCodeOf(error) === 'ENOENT' ? new BlobNotFoundError(id) : error;
  });
  try {
    const blobKey = await keyOf(id);
    if (blobKey === undefined) throw new BlobNotFoundError(id);
    return { handle, summary: await readSummary(handle, id, blobKey) };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** The bytes of an open file from a position on. */
export class FileBytes implements SealedBytes {
  constructor(
    private readonly handle: FileHandle,
    private position: number,
  ) {}

  async take(length: number): Promise<Buffer> {
    const bytes = await readAt(this.handle, Buffer.allocUnsafe(length), this.position);
    this.position += bytes.length;
    return bytes;
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}
