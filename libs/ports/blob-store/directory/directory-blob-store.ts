import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import type { DataKeys } from '#libs/ports/key-vault/key-vault.port.js';
import { type ContentSummary, infoOf, keyKind, sealFooter } from '../blob-encoding.js';
import { BlobReadable, spanOf } from '../blob-readable.js';
import { BlobStoreFullError } from '../blob-store.errors.js';
import {
  assertBlobId,
  assertByteRange,
  type BlobInfo,
  type BlobStore,
  type ByteRange,
  everything,
  type PutOptions,
} from '../blob-store.port.js';
import { sealContent } from '../content-sealer.js';
import { interruptible } from '../interruptible.js';
import { OneAtATime } from '../one-at-a-time.js';
import { BatchedFileWriter } from './batched-file-writer.js';
import { FileBytes, type OpenBlob, openBlob } from './blob-file.js';
import { DiskRoom } from './disk-room.js';
import { type UnfinishedFile, UnfinishedFiles } from './unfinished-files.js';

export interface DirectoryBlobStoreOptions {
  /** Folder of the blobs, created when it does not exist. Several processes may share it. */
  directory: string;
  /** Store of the key of each blob, under the kind `blob`. */
  keys: DataKeys;
  /** Bytes of the disk that blobs leave free; none when omitted. */
  reserve?: number;
}

const fanOutForm = /^[0-9a-f]{2}$/;

const fanOutNameOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 2);

const fullCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

class DirectoryBlobStore implements BlobStore {
  private readonly changes = new OneAtATime();

  constructor(
    private readonly directory: string,
    private readonly keys: DataKeys,
    private readonly unfinished: UnfinishedFiles,
    private readonly room: DiskRoom,
  ) {}

  async put(id: string, content: AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<BlobInfo> {
    const { maxBytes = Number.POSITIVE_INFINITY, signal } = options;
    assertBlobId(id);
    signal?.throwIfAborted();
    let file: UnfinishedFile | undefined;
    try {
      await this.room.assertLeft();
      file = await this.unfinished.create();
      const { path, handle } = file;
      const writer = new BatchedFileWriter(handle);
      const whole = interruptible(content, signal);
      const summary = await sealContent(id, whole, maxBytes, async (bytes) => {
        await this.room.assertLeft();
        await writer.append(bytes);
      });
      await writer.flush();
      signal?.throwIfAborted();
      await this.changes.run(id, () => this.finish(id, { path, handle }, summary));
      return infoOf(id, summary);
    } catch (error) {
      if (file !== undefined) await this.unfinished.discard(file);
      const isFull = fullCodes.has(errorCodeOf(error));
      throw isFull ? new BlobStoreFullError({ cause: error }) : error;
    }
  }

  async stat(id: string): Promise<BlobInfo> {
    const { handle, summary } = await this.open(id);
    await handle.close();
    return infoOf(id, summary);
  }

  async read(id: string, range: ByteRange = everything): Promise<Readable> {
    assertByteRange(range);
    const { handle, summary } = await this.open(id);
    const span = spanOf(range, summary.size);
    if (span !== undefined) return new BlobReadable(id, summary, range, span, new FileBytes(handle, span.from));
    await handle.close();
    return Readable.from([], { objectMode: false });
  }

  async delete(id: string): Promise<void> {
    assertBlobId(id);
    await this.changes.run(id, async () => {
      await this.keys.destroy(keyKind, id);
      await rm(this.pathOf(id), { force: true });
    });
  }

  /** Folder by folder, each by name: only the names of one folder are in memory. */
  async *list(olderThan: Date, after?: string): AsyncGenerator<string> {
    const first = after === undefined ? '' : fanOutNameOf(after);
    for (const fanOut of (await readdir(this.directory)).sort()) {
      if (!fanOutForm.test(fanOut) || fanOut < first) continue;
      for (const name of (await readdir(join(this.directory, fanOut))).sort()) {
        if (after !== undefined && fanOut === first && name <= after) continue;
        const found = await stat(join(this.directory, fanOut, name)).catch(() => undefined);
        if (found !== undefined && found.mtimeMs < olderThan.getTime()) yield name;
      }
    }
  }

  async check(): Promise<void> {
    const file = await this.unfinished.create();
    try {
      await file.handle.writeFile('check');
    } finally {
      await this.unfinished.discard(file);
    }
  }

  private async open(id: string): Promise<OpenBlob> {
    assertBlobId(id);
    return openBlob(this.pathOf(id), id, () => this.keys.get(keyKind, id));
  }

  /** Finishes an upload whose content is whole and right: gives it its key, makes it durable, and only then visible. */
  private async finish(id: string, { path, handle }: UnfinishedFile, summary: ContentSummary): Promise<void> {
    const blobKey = await this.keys.getOrCreate(keyKind, id);
    try {
      await handle.writeFile(sealFooter(blobKey, id, summary));
      await handle.sync();
      await handle.close();
      const folder = await this.folderOf(id);
      await rename(path, join(folder, id));
      await syncFolder(folder);
    } catch (error) {
      const visible = await stat(this.pathOf(id)).catch(() => undefined);
      if (visible === undefined) await this.keys.destroy(keyKind, id);
      throw error;
    }
  }

  private fanOutOf(id: string): string {
    return join(this.directory, fanOutNameOf(id));
  }

  private pathOf(id: string): string {
    return join(this.fanOutOf(id), id);
  }

  private async folderOf(id: string): Promise<string> {
    const folder = this.fanOutOf(id);
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(this.directory);
    return folder;
  }
}

/** Opens a store of encrypted files in a folder. It first removes files that dead processes left unfinished. */
export const createDirectoryBlobStore = async (options: DirectoryBlobStoreOptions): Promise<BlobStore> => {
  const unfinished = new UnfinishedFiles(join(options.directory, 'incoming'));
  await unfinished.prepare();
  return new DirectoryBlobStore(
    options.directory,
    options.keys,
    unfinished,
    new DiskRoom(options.directory, options.reserve),
  );
};
