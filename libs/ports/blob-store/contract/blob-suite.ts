import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { BlobInfo, BlobStore, ByteRange } from '../blob-store.port.js';

export interface BlobStoreHarness {
  store: BlobStore;
  /** The stored, encrypted files as an attacker with access to the disk sees and changes them. */
  stored: {
    read(id: string): Promise<Buffer>;
    write(id: string, bytes: Uint8Array): Promise<void>;
    /** Number of files or objects of any kind, unfinished ones too. */
    count(): Promise<number>;
  };
  /** Bytes that are encrypted together; the suite tests around its multiples. */
  chunkLength: number;
  close(): Promise<void>;
}

/** Bytes that differ everywhere and are the same in every run. */
export const patternBytes = (length: number, salt = 0): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8) * 17 + salt) & 0xff));

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

export async function* inPieces(content: Buffer, pieceLength: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.length; start += pieceLength) yield content.subarray(start, start + pieceLength);
}

/** The engine under test, and the helpers of the cases. */
export class BlobSuite {
  private ids = 0;
  private harness: BlobStoreHarness | undefined;

  async start(start: () => Promise<BlobStoreHarness>): Promise<void> {
    this.harness = await start();
  }

  async close(): Promise<void> {
    await this.harness?.close();
  }

  get store(): BlobStore {
    return this.started.store;
  }

  get stored(): BlobStoreHarness['stored'] {
    return this.started.stored;
  }

  get chunkLength(): number {
    return this.started.chunkLength;
  }

  newId(): string {
    this.ids += 1;
    return `blob_${this.ids}`;
  }

  put(id: string, content: Buffer): Promise<BlobInfo> {
    return this.store.put(id, inPieces(content, 50_000));
  }

  async contentOf(id: string, range?: ByteRange): Promise<Buffer> {
    return buffer(await this.store.read(id, range));
  }

  private get started(): BlobStoreHarness {
    if (this.harness === undefined) throw new Error('The engine was not started');
    return this.harness;
  }
}
