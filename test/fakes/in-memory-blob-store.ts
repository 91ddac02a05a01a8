import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BlobNotFoundError, BlobTooLargeError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobInfo, BlobStore, ByteRange, PutOptions } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlob, CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';

/** Blobs in memory, for tests of code that stores them: visible whole or not at all. */
export class InMemoryBlobStore implements BlobStore, CountedBlobStore {
  /** Bytes that are reserved for blobs that are not there yet. */
  readonly reserved = new Map<string, number>();

  private readonly blobs = new Map<string, { content: Buffer; putAt: Date }>();

  /** Ids of all stored blobs. */
  get ids(): string[] {
    return [...this.blobs.keys()];
  }

  async put(
    id: string,
    content: AsyncIterable<Uint8Array>,
    { maxBytes, signal }: PutOptions = {},
  ): Promise<CountedBlob> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of content) {
      signal?.throwIfAborted();
      size += chunk.length;
      if (maxBytes !== undefined && size > maxBytes) throw new BlobTooLargeError(maxBytes);
      chunks.push(chunk);
    }
    this.blobs.set(id, { content: Buffer.concat(chunks), putAt: new Date() });
    this.reserved.delete(id);
    return { ...(await this.stat(id)), storedBytes: size };
  }

  async reserve(id: string, bytes: number): Promise<void> {
    this.reserved.set(id, bytes);
  }

  async settleBegunBefore(): Promise<void> {}

  async countedAmong(ids: readonly string[]): Promise<string[]> {
    return ids.filter((id) => this.blobs.has(id));
  }

  async stat(id: string): Promise<BlobInfo> {
    const content = this.contentOf(id);
    return { id, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  }

  async read(id: string, { start, end }: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY }): Promise<Readable> {
    return Readable.from([this.contentOf(id).subarray(start, end)]);
  }

  async delete(id: string): Promise<void> {
    this.blobs.delete(id);
    this.reserved.delete(id);
  }

  async *list(olderThan: Date, after = ''): AsyncGenerator<string> {
    for (const id of this.ids.sort()) {
      const blob = this.blobs.get(id);
      if (id > after && blob !== undefined && blob.putAt < olderThan) yield id;
    }
  }

  async check(): Promise<void> {}

  /** The content as text. @throws BlobNotFoundError */
  textOf(id: string): string {
    return this.contentOf(id).toString('utf8');
  }

  private contentOf(id: string): Buffer {
    const found = this.blobs.get(id);
    if (found === undefined) throw new BlobNotFoundError(id);
    return found.content;
  }
}
