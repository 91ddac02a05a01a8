import { Readable } from 'node:stream';
import {
  type ContentSummary,
  chunkBinding,
  chunkCount,
  chunkLength,
  chunkStart,
  footerLength,
  openChunk,
  sealedLength,
} from './blob-encoding.js';
import { BlobCorruptError } from './blob-store.errors.js';
import type { ByteRange } from './blob-store.port.js';

/** The sealed bytes of a range, in their order. */
export interface SealedBytes {
  /** Reads the next bytes; fewer than asked for only where they end too early. */
  take(length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** The chunks that a range touches, and the offsets where their sealed bytes begin (inclusive) and end (exclusive). */
export interface ChunkSpan {
  firstChunk: number;
  lastChunk: number;
  from: number;
  to: number;
}

/**
 * @returns undefined where the range lies outside the content
 */
export const spanOf = ({ start, end }: ByteRange, size: number): ChunkSpan | undefined => {
  const last = Math.min(end, size) - 1;
  if (start > last) return undefined;
  const firstChunk = Math.floor(start / chunkLength);
  const lastChunk = Math.floor(last / chunkLength);
  const to = Math.min(chunkStart(lastChunk + 1), sealedLength(size) - footerLength);
  return { firstChunk, lastChunk, from: chunkStart(firstChunk), to };
};

/** Number of chunks read at once. */
const chunksPerTake = 8;

/** Streams a range of a blob, each chunk once it is verified, and closes its bytes at the end. */
export class BlobReadable extends Readable {
  private readonly binding: Buffer;
  private readonly lastOfBlob: number;
  private readonly ready: Buffer[] = [];
  private nextChunk: number;

  constructor(
    private readonly id: string,
    private readonly summary: ContentSummary,
    private readonly range: ByteRange,
    private readonly span: ChunkSpan,
    private readonly sealed: SealedBytes,
  ) {
    super({ highWaterMark: chunkLength });
    this.binding = chunkBinding(id);
    this.lastOfBlob = chunkCount(summary.size) - 1;
    this.nextChunk = span.firstChunk;
  }

  /** Takes the first chunks before anybody reads: an error in them is known at once, and closes the bytes. */
  async begin(): Promise<void> {
    try {
      await this.takeChunks();
    } catch (error) {
      this.destroy();
      throw error;
    }
  }

  override _read(): void {
    this.next().then(
      (bytes) => this.push(bytes),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.sealed.close().then(
      () => callback(error),
      (closeError: Error) => callback(error ?? closeError),
    );
  }

  private async next(): Promise<Buffer | null> {
    if (this.ready.length === 0 && this.nextChunk <= this.span.lastChunk) await this.takeChunks();
    return this.ready.shift() ?? null;
  }

  private async takeChunks(): Promise<void> {
    const first = this.nextChunk;
    const beyond = Math.min(this.span.lastChunk + 1, first + chunksPerTake);
    const from = chunkStart(first);
    const sealed = await this.sealed.take(Math.min(chunkStart(beyond), this.span.to) - from);
    for (let index = first; index < beyond; index += 1) {
      const bytes = sealed.subarray(chunkStart(index) - from, chunkStart(index + 1) - from);
      const plain = openChunk(this.summary.contentKey, this.binding, index, index === this.lastOfBlob, bytes);
      if (plain === undefined) throw new BlobCorruptError(this.id);
      const start = index * chunkLength;
      this.ready.push(plain.subarray(Math.max(0, this.range.start - start), this.range.end - start));
      this.nextChunk = index + 1;
    }
  }
}
