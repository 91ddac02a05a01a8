import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { SealBrokenError } from '#libs/key-vault/key-vault.errors.js';
import { BlobCorruptError, BlobNotFoundError } from '../blob-store.errors.js';
import type { ByteRange } from '../blob-store.port.js';
import {
  type ContentSummary,
  chunkBinding,
  chunkCount,
  chunkLength,
  fileLength,
  footerLength,
  header,
  openChunk,
  openFooter,
  sealedChunkLength,
} from './blob-encoding.js';

export interface OpenBlob {
  id: string;
  handle: FileHandle;
  summary: ContentSummary;
}

/** Fewer bytes than asked for where the file ends. */
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
  if (length < fileLength(0)) throw new BlobCorruptError(id);
  const head = await readAt(handle, Buffer.alloc(header.length), 0);
  const footer = await readAt(handle, Buffer.alloc(footerLength), length - footerLength);
  if (!head.equals(header)) throw new BlobCorruptError(id);
  try {
    const summary = openFooter(blobKey, id, footer);
    if (length !== fileLength(summary.size)) throw new BlobCorruptError(id);
    return summary;
  } catch (error) {
    throw error instanceof SealBrokenError ? new BlobCorruptError(id) : error;
  }
};

/**
 * Opens the file and reads what stands around its content.
 * @throws BlobNotFoundError, BlobCorruptError
 */
export const openBlob = async (
  path: string,
  id: string,
  keyOf: (id: string) => Promise<Uint8Array | undefined>,
): Promise<OpenBlob> => {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BlobNotFoundError(id) : error;
  });
  try {
    const blobKey = await keyOf(id);
    if (blobKey === undefined) throw new BlobNotFoundError(id);
    return { id, handle, summary: await readSummary(handle, id, blobKey) };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** Chunks fetched from the file at once. */
const chunksPerRead = 8;

/** Streams a range of an open blob and closes its file at the end. */
export class BlobReadable extends Readable {
  private readonly binding: Buffer;
  private readonly lastIndex: number;
  private readonly ready: Buffer[] = [];
  private position: number;
  private readonly end: number;

  constructor(
    private readonly blob: OpenBlob,
    { start, end }: ByteRange,
  ) {
    super({ highWaterMark: chunkLength });
    this.binding = chunkBinding(blob.id);
    this.lastIndex = chunkCount(blob.summary.size) - 1;
    this.position = start;
    this.end = Math.min(end, blob.summary.size);
  }

  override _read(): void {
    this.next().then(
      (bytes) => this.push(bytes),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.blob.handle.close().then(
      () => callback(error),
      (closeError: Error) => callback(error ?? closeError),
    );
  }

  private async next(): Promise<Buffer | null> {
    if (this.ready.length === 0 && this.position < this.end) await this.fetch();
    return this.ready.shift() ?? null;
  }

  private async fetch(): Promise<void> {
    const { handle, id, summary } = this.blob;
    const first = Math.floor(this.position / chunkLength);
    const last = Math.min(Math.floor((this.end - 1) / chunkLength), first + chunksPerRead - 1);
    const from = header.length + first * sealedChunkLength;
    const to = Math.min(from + (last - first + 1) * sealedChunkLength, fileLength(summary.size) - footerLength);
    const sealed = await readAt(handle, Buffer.allocUnsafe(to - from), from);
    for (let index = first; index <= last; index += 1) {
      const bytes = sealed.subarray((index - first) * sealedChunkLength, (index - first + 1) * sealedChunkLength);
      const plain = openChunk(summary.contentKey, this.binding, index, index === this.lastIndex, bytes);
      if (plain === undefined) throw new BlobCorruptError(id);
      const chunkStart = index * chunkLength;
      this.ready.push(plain.subarray(this.position - chunkStart, this.end - chunkStart));
      this.position = chunkStart + plain.length;
    }
  }
}
