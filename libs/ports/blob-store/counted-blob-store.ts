import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileOwner, StoredBytes } from '#libs/ports/stored-bytes/stored-bytes.port.js';
import { BlobNotFoundError } from './blob-store.errors.js';
import type { BlobInfo, BlobStore, ByteRange, PutOptions } from './blob-store.port.js';

export interface CountedPutOptions extends PutOptions {
  /** Whose bytes these are. */
  owner: FileOwner;
  /** Bytes that will come at least; reserved before the first of them is read. */
  expectedBytes?: number | undefined;
}

export interface CountedBlob extends BlobInfo {
  /** Bytes that it adds to those that are stored: none where its document has an equal file. */
  storedBytes: number;
}

/** A blob store in which every byte belongs to an organization, and counts against what it may store. */
export interface CountedBlobStore extends Omit<BlobStore, 'put'> {
  /**
   * Stores the content as a BlobStore does. Each byte is reserved before it is written; nothing is kept of a file that does not fit.
   * @throws StorageExceededError, and as `put`
   */
  put(id: string, content: AsyncIterable<Uint8Array>, options: CountedPutOptions): Promise<CountedBlob>;
  /**
   * Reserves bytes for a blob that will be put later; `put` takes them over, `delete` gives them back. By the name of the
   * execution it may be repeated.
   * @throws StorageExceededError
   */
  reserve(id: string, bytes: number, owner: FileOwner): Promise<void>;
  /** Finds out what became of the files that were begun before this time and not ended, and counts what is there. */
  settleBegunBefore(time: Date, signal: AbortSignal): Promise<void>;
}

/** Files that are looked at before the next are read from the database. */
const settledAtOnce = 500;

const firstStep = 64 * 1024;
/** Bytes that are reserved at a time at most: what is reserved and not needed is no one else's for that long. */
const largestStep = 16 * 1024 * 1024;

class CountingBlobStore implements CountedBlobStore {
  constructor(
    private readonly blobs: BlobStore,
    private readonly bytes: StoredBytes,
  ) {}

  async put(
    id: string,
    content: AsyncIterable<Uint8Array>,
    { owner, expectedBytes = 0, ...options }: CountedPutOptions,
  ): Promise<CountedBlob> {
    const execution = randomUUID();
    try {
      if (expectedBytes > 0)
        await this.bytes.reserve(owner, id, { execution, atLeast: expectedBytes, upTo: expectedBytes });
      await this.keepForSharers(id);
      const info = await this.blobs.put(id, this.reserving(id, content, owner, execution), options);
      const contentId = await this.bytes.settle(owner, id, info);
      if (contentId === id) return { ...info, storedBytes: info.size };
      await this.blobs.delete(id);
      await this.bytes.giveBack(id);
      return { ...info, storedBytes: 0 };
    } catch (error) {
      await this.settleFound(id, owner, execution).catch(() => undefined);
      throw error;
    }
  }

  async reserve(id: string, bytes: number, owner: FileOwner): Promise<void> {
    await this.bytes.reserve(owner, id, { execution: id, atLeast: bytes, upTo: bytes });
  }

  async settleBegunBefore(time: Date, signal: AbortSignal): Promise<void> {
    for (;;) {
      const begun = await this.bytes.unsettledSince(time, settledAtOnce);
      for (const { blobId, organizationId, contentId, isReleased } of begun) {
        signal.throwIfAborted();
        if (isReleased) {
          await this.delete(blobId);
          continue;
        }
        // Its content is that of another file, and what was written under its own name has no use.
        if (contentId !== blobId) await this.blobs.delete(blobId);
        await this.settleFound(blobId, { organizationId });
      }
      if (begun.length < settledAtOnce) return;
    }
  }

  async stat(id: string): Promise<BlobInfo> {
    return { ...(await this.blobs.stat(await this.contentOf(id))), id };
  }

  async read(id: string, range?: ByteRange): Promise<Readable> {
    return this.blobs.read(await this.contentOf(id), range);
  }

  async delete(id: string): Promise<void> {
    const unneeded = await this.bytes.release(id);
    for (const contentId of unneeded) await this.blobs.delete(contentId);
    await this.bytes.gone(unneeded);
  }

  list(olderThan: Date, after?: string): AsyncIterable<string> {
    return this.blobs.list(olderThan, after);
  }

  check(): Promise<void> {
    return this.blobs.check();
  }

  private async contentOf(id: string): Promise<string> {
    const contentId = await this.bytes.contentOf(id);
    if (contentId === undefined) throw new BlobNotFoundError(id);
    return contentId;
  }

  private async *reserving(
    id: string,
    content: AsyncIterable<Uint8Array>,
    owner: FileOwner,
    execution: string,
  ): AsyncGenerator<Uint8Array> {
    let come = 0;
    let reserved = 0;
    for await (const chunk of content) {
      come += chunk.length;
      if (come > reserved) {
        const step = Math.min(largestStep, Math.max(firstStep, come));
        reserved = await this.bytes.reserve(owner, id, { execution, atLeast: come, upTo: come + step });
      }
      yield chunk;
    }
  }

  /** The blob is about to be replaced: those that share its content get a copy of it. */
  private async keepForSharers(id: string): Promise<void> {
    const [sharer] = await this.bytes.unshare(id);
    if (sharer === undefined) return;
    await this.blobs.put(sharer, await this.blobs.read(id));
    await this.bytes.moved(id, sharer);
  }

  /** Gives back what an attempt has reserved that has ended, unless its file is there all the same. */
  private async settleFound(id: string, { organizationId }: FileOwner, execution?: string): Promise<void> {
    const found = await this.blobs.stat(id).catch((error: unknown) => {
      if (error instanceof BlobNotFoundError) return undefined;
      throw error;
    });
    if (found === undefined) await this.bytes.giveBack(id, execution);
    else await this.bytes.settle({ organizationId }, id, found);
  }
}

/**
 * Counts what is stored. An attempt that is killed leaves what it has reserved, which counts until a later attempt takes
 * it over or a sweep finds out what became of its file.
 */
export const countBlobs = (blobs: BlobStore, bytes: StoredBytes): CountedBlobStore =>
  new CountingBlobStore(blobs, bytes);
