import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileOwner, StoredBytes, UnsettledFile } from '#libs/ports/stored-bytes/stored-bytes.port.js';
import { BlobCorruptError, BlobNotFoundError } from './blob-store.errors.js';
import type { BlobInfo, BlobStore, ByteRange, PutOptions } from './blob-store.port.js';
import { OneAtATime } from './one-at-a-time.js';

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
  /**
   * Finds out what became of files that were begun before this time and not ended, some hundred at a time, and counts what is there.
   * @param isAwaited whether a file is still to come, and keeps what is reserved for it
   */
  settleBegunBefore(time: Date, signal: AbortSignal, isAwaited?: (blobId: string) => Promise<boolean>): Promise<void>;
  /** Those of some hundred blobs of which bytes are counted: all that are there, and such as are being put or deleted. */
  countedAmong(ids: readonly string[]): Promise<string[]>;
}

/** Files that one call of `settleBegunBefore` looks at. */
const settledAtOnce = 500;

const firstStep = 64 * 1024;
/** Bytes that are reserved at a time at most: what is reserved and not needed is no one else's for that long. */
const maxStep = 16 * 1024 * 1024;

/** A turn at a blob that may be begun once and ended once, whichever comes first. */
class Turn {
  private readonly over = Promise.withResolvers<void>();
  private begun: Promise<void> | undefined;

  constructor(
    private readonly turns: OneAtATime,
    private readonly id: string,
  ) {}

  begin(): Promise<void> {
    this.begun ??= new Promise((resolve, reject) => {
      const held = this.turns.run(this.id, () => {
        resolve();
        return this.over.promise;
      });
      held.catch(reject);
    });
    return this.begun;
  }

  end(): void {
    this.over.resolve();
  }
}

/** Changes of what is counted, which go on where the reader of a content has left. */
class Changes {
  private last: Promise<unknown> = Promise.resolve();

  made<Result>(change: Promise<Result>): Promise<Result> {
    this.last = change.catch(() => undefined);
    return change;
  }

  async ended(): Promise<void> {
    await this.last;
  }
}

class CountingBlobStore implements CountedBlobStore {
  /** One call at a time settles a blob, and what is counted of it. */
  private readonly turns = new OneAtATime();

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
    const turn = new Turn(this.turns, id);
    const changes = new Changes();
    try {
      if (expectedBytes > 0)
        await this.bytes.reserve(owner, id, { execution, atLeast: expectedBytes, upTo: expectedBytes });
      const reserved = this.reserving(id, content, owner, { execution, changes });
      const written = await this.blobs.put(id, this.untilItsTurn(id, reserved, { turn, changes }), options);
      const { info, contentId } = await this.settleWritten(owner, written);
      if (contentId === id) return { ...info, storedBytes: info.size };
      await this.blobs.delete(id);
      await this.bytes.giveBack(id);
      return { ...info, storedBytes: 0 };
    } catch (error) {
      // What is given back before would be reserved by the last of them.
      await changes.ended();
      await turn.begin();
      await this.settleFound(id, owner, execution).catch(() => undefined);
      throw error;
    } finally {
      turn.end();
    }
  }

  async reserve(id: string, bytes: number, owner: FileOwner): Promise<void> {
    await this.bytes.reserve(owner, id, { execution: id, atLeast: bytes, upTo: bytes });
  }

  async settleBegunBefore(
    time: Date,
    signal: AbortSignal,
    isAwaited: (blobId: string) => Promise<boolean> = async () => false,
  ): Promise<void> {
    for (const file of await this.bytes.unsettledSince(time, settledAtOnce)) {
      signal.throwIfAborted();
      if (!file.isReleased && (await isAwaited(file.blobId))) {
        await this.bytes.keepReserved(file.blobId);
        continue;
      }
      await this.settleBegun(file).catch((error: unknown) => {
        // Its size is not known; what is reserved for it goes on counting.
        if (!(error instanceof BlobCorruptError)) throw error;
      });
    }
  }

  async countedAmong(ids: readonly string[]): Promise<string[]> {
    const uncounted = new Set(await this.bytes.uncounted(ids));
    return ids.filter((id) => !uncounted.has(id));
  }

  async stat(id: string): Promise<BlobInfo> {
    return { ...(await this.blobs.stat(await this.contentOf(id))), id };
  }

  async read(id: string, range?: ByteRange): Promise<Readable> {
    return this.blobs.read(await this.contentOf(id), range);
  }

  async delete(id: string): Promise<void> {
    const others = await this.turns.run(id, () => this.remove(id));
    for (const other of others) {
      await this.turns.run(other, async () => {
        if ((await this.bytes.contentOf(other)) === undefined) await this.remove(other);
      });
    }
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
    { execution, changes }: { execution: string; changes: Changes },
  ): AsyncGenerator<Uint8Array> {
    let come = 0;
    let reserved = 0;
    for await (const chunk of content) {
      come += chunk.length;
      if (come > reserved) {
        const step = Math.min(maxStep, Math.max(firstStep, come));
        const wanted = { execution, atLeast: come, upTo: come + step };
        reserved = await changes.made(this.bytes.reserve(owner, id, wanted));
      }
      yield chunk;
    }
  }

  /** Turns are those of one process. Where another one has put or deleted the same blob meanwhile, what is there counts. */
  private async settleWritten(owner: FileOwner, written: BlobInfo): Promise<{ info: BlobInfo; contentId: string }> {
    const { id } = written;
    for (let info = written; ; ) {
      const contentId = await this.bytes.settle(owner, id, info);
      if (contentId !== id) return { info, contentId };
      const found = await this.statOf(id);
      if (found === undefined) await this.remove(id);
      if (found === undefined || (found.sha256 === info.sha256 && found.size === info.size)) return { info, contentId };
      info = found;
    }
  }

  /** Undefined where nothing lies under its own name. */
  private statOf(id: string): Promise<BlobInfo | undefined> {
    return this.blobs.stat(id).catch((error: unknown) => {
      if (error instanceof BlobNotFoundError) return undefined;
      throw error;
    });
  }

  private async settleBegun({ blobId, organizationId, contentId, isReleased }: UnsettledFile): Promise<void> {
    if (isReleased) {
      await this.bytes.giveBack(blobId);
      return this.delete(blobId);
    }
    return this.turns.run(blobId, async () => {
      // Its content is that of another file, and what was written under its own name has no use.
      if (contentId !== blobId) await this.blobs.delete(blobId);
      await this.settleFound(blobId, { organizationId });
    });
  }

  /** Passes the content on. When it has ended, and the blob is about to become visible, it waits for its turn. */
  private async *untilItsTurn(
    id: string,
    content: AsyncIterable<Uint8Array>,
    { turn, changes }: { turn: Turn; changes: Changes },
  ): AsyncGenerator<Uint8Array> {
    yield* content;
    await changes.made(turn.begin().then(() => this.keepForSharers(id)));
  }

  /** The blob is about to be replaced: those that share its content get a copy of it. */
  private async keepForSharers(id: string): Promise<void> {
    for (const sharer of await this.bytes.unshare(id)) {
      await this.turns.run(sharer, async () => {
        if ((await this.bytes.contentOf(sharer)) !== id) return;
        await this.blobs.put(sharer, await this.blobs.read(id));
        await this.bytes.moved(id, sharer);
      });
    }
  }

  /** Deletes a blob, and its content where nobody needs it. Returns other names whose content nobody may need now. */
  private async remove(id: string): Promise<string[]> {
    const unneeded = await this.bytes.release(id);
    if (unneeded.includes(id)) {
      await this.blobs.delete(id);
      await this.bytes.gone([id]);
    }
    return unneeded.filter((other) => other !== id);
  }

  /** Gives back what an attempt has reserved that has ended, unless its file is there all the same. */
  private async settleFound(id: string, { organizationId }: FileOwner, execution?: string): Promise<void> {
    const found = await this.statOf(id);
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
