import { Readable } from 'node:stream';
import type { DataKeys } from '#libs/ports/key-vault/key-vault.port.js';
import { type ContentSummary, header, infoOf, keyKind, openFooter, sealFooter } from '../blob-encoding.js';
import { BlobReadable, type ChunkSpan, spanOf } from '../blob-readable.js';
import { BlobCorruptError, BlobNotFoundError, BlobStoreUnavailableError } from '../blob-store.errors.js';
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
import { ObjectBytes } from './object-bytes.js';
import { ObjectWriter } from './object-writer.js';
import { openPlace, type S3Place, type S3PlaceOptions } from './s3-place.js';
import { type StoredFooter, StoredObjects } from './stored-objects.js';
import { UnfinishedUploads } from './unfinished-uploads.js';

export interface S3BlobStoreOptions extends S3PlaceOptions {
  /** Store of the key of each blob, under the kind `blob`. */
  keys: DataKeys;
  /** Prefix of the object's key before the id, such as `documents/`; empty when omitted. */
  prefix?: string;
  /** Milliseconds after which `list` removes unfinished uploads of other processes; 1 day when omitted. */
  abandonedAfterMs?: number;
  /** Receives faults for which no caller waits. */
  onFault?: (error: Error) => void;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Maximum number of replacements of a blob while it is opened, before the call gives up. */
const maxReplacements = 20;

/**
 * One object for each blob. S3 replaces an object as a whole and at once, and a reader of the old one reads it to its
 * end; the tag of the object keeps footer and content of one version together.
 */
class S3BlobStore implements BlobStore {
  private readonly changes = new OneAtATime();

  constructor(
    private readonly place: S3Place,
    private readonly keys: DataKeys,
    private readonly objects: StoredObjects,
    private readonly unfinished: UnfinishedUploads,
  ) {}

  async put(id: string, content: AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<BlobInfo> {
    const { maxBytes = Number.POSITIVE_INFINITY, signal } = options;
    assertBlobId(id);
    signal?.throwIfAborted();
    const writer = new ObjectWriter(this.place, this.objects.keyOf(id), this.unfinished, signal);
    try {
      const whole = interruptible(content, signal);
      const summary = await sealContent(id, whole, maxBytes, (bytes) => writer.append(bytes));
      signal?.throwIfAborted();
      await this.changes.run(id, () => this.finish(id, writer, summary));
      return infoOf(id, summary);
    } catch (error) {
      await writer.discard();
      signal?.throwIfAborted();
      throw error;
    }
  }

  stat(id: string): Promise<BlobInfo> {
    return this.ofOneVersion(id, async (footer) => infoOf(id, await this.summaryOf(id, footer)));
  }

  async read(id: string, range: ByteRange = everything): Promise<Readable> {
    assertByteRange(range);
    return this.ofOneVersion(id, async (footer) => {
      const summary = await this.summaryOf(id, footer);
      const span = spanOf(range, summary.size);
      if (span === undefined) return Readable.from([], { objectMode: false });
      const bytes = await this.openBytes(id, footer.tag, span);
      if (bytes === undefined) return undefined;
      const stream = new BlobReadable(id, summary, range, span, bytes);
      await stream.begin();
      return stream;
    });
  }

  async delete(id: string): Promise<void> {
    assertBlobId(id);
    await this.changes.run(id, async () => {
      await this.keys.destroy(keyKind, id);
      await this.objects.remove(id);
    });
  }

  async *list(olderThan: Date, after?: string): AsyncGenerator<string> {
    if (after === undefined) await this.unfinished.sweep();
    yield* this.objects.idsBefore(olderThan, after);
  }

  check(): Promise<void> {
    return this.objects.check();
  }

  /** Finishes an upload whose content is whole and right: gives it its key, and only then makes it visible. */
  private async finish(id: string, writer: ObjectWriter, summary: ContentSummary): Promise<void> {
    const footer = sealFooter(await this.keys.getOrCreate(keyKind, id), id, summary);
    try {
      await writer.append(footer);
      await writer.finish();
    } catch (error) {
      // Where S3 does not answer now either, the outcome is unknown; a key without an object does no harm.
      const current = await this.objects.footerOf(id).catch(() => 'unknown' as const);
      if (current === 'unknown') throw error;
      if (current?.sealed.equals(footer)) return;
      if (current === undefined) await this.keys.destroy(keyKind, id);
      throw error;
    }
  }

  /**
   * Opens the blob again where it was replaced meanwhile (`undefined`). Not every server checks tag and bytes at the
   * same moment (s3proxy does not): a mismatch or an early end is a fault only if the object has not changed.
   */
  private async ofOneVersion<T>(id: string, open: (footer: StoredFooter) => Promise<T | undefined>): Promise<T> {
    assertBlobId(id);
    for (let replacements = 0; replacements < maxReplacements; replacements += 1) {
      const footer = await this.objects.footerOf(id);
      if (footer === undefined) throw new BlobNotFoundError(id);
      try {
        const opened = await open(footer);
        if (opened !== undefined) return opened;
      } catch (error) {
        if (!(error instanceof BlobCorruptError || error instanceof BlobNotFoundError)) throw error;
        const current = await this.objects.footerOf(id);
        if (current?.tag === footer.tag && current.sealed.equals(footer.sealed)) throw error;
      }
    }
    throw new BlobStoreUnavailableError(`Blob ${id} is replaced too often to be read`);
  }

  private async summaryOf(id: string, { sealed, length }: StoredFooter): Promise<ContentSummary> {
    const blobKey = await this.keys.get(keyKind, id);
    if (blobKey === undefined) throw new BlobNotFoundError(id);
    return openFooter(blobKey, id, sealed, length);
  }

  /** @returns undefined where the object was replaced meanwhile */
  private async openBytes(id: string, tag: string, span: ChunkSpan): Promise<ObjectBytes | undefined> {
    const openFrom = (position: number, signal: AbortSignal) =>
      this.objects.bytesOf(id, tag, position, span.to, signal);
    // The header is verified where the range touches it.
    const from = span.firstChunk === 0 ? 0 : span.from;
    const body = await openFrom(from, new AbortController().signal);
    if (body === undefined) return undefined;
    const bytes = new ObjectBytes(this.place, id, body, openFrom, from, span.to);
    if (from < span.from && !(await bytes.take(header.length)).equals(header)) {
      await bytes.close();
      throw new BlobCorruptError(id);
    }
    return bytes;
  }
}

/** Opens a store of encrypted objects in a bucket. It connects to nothing yet; `check` says whether S3 can be used. */
export const createS3BlobStore = (options: S3BlobStoreOptions): BlobStore => {
  const place = openPlace(options);
  const { prefix = '', abandonedAfterMs = dayMs, onFault = () => undefined } = options;
  return new S3BlobStore(
    place,
    options.keys,
    new StoredObjects(place, prefix),
    new UnfinishedUploads({ place, prefix, abandonedAfterMs, onFault }),
  );
};
