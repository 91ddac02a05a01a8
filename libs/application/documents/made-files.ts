import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { document } from '#libs/domain/document/document.decider.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobInfo } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';

/** Milliseconds that a download waits for a file that is being made. */
export const usualWaitMs = 30_000;
/** Seconds after which a download that waited in vain may come again. */
const retryAfter = 10;

export interface FileToMake {
  organizationId: string;
  documentId: string;
  blobId: string;
  /** Content of the file; what it throws goes to every download that waits. */
  make: () => Promise<AsyncIterable<Uint8Array>> | AsyncIterable<Uint8Array>;
}

interface Making {
  file: Promise<BlobInfo>;
  /** Downloads that wait for it. */
  waiting: number;
}

/** Failures that a node keeps for whoever asks next, at most. */
const maxUnheard = 1_000;

/** Files that are made of a translation at their first download, once on a node however many ask, and kept with it. */
export class MadeFiles {
  private readonly making = new Map<string, Making>();
  /** Failures by their files for which no download waited any more: without an answer the same work would begin again. */
  private readonly unheard = new LRUCache<string, { error: unknown }>({ max: maxUnheard });

  constructor(
    private readonly eventStore: Pick<EventStore, 'readStream'>,
    private readonly blobs: CountedBlobStore,
  ) {}

  /** @throws Rejection `service_unavailable` while the file is still being made, and what making it throws */
  async file(wanted: FileToMake, waitMs: number): Promise<BlobInfo> {
    return (await this.kept(wanted.blobId)) ?? (await this.made(wanted, waitMs));
  }

  /** A document that was deleted or has expired meanwhile leaves nothing behind. */
  async assertStillThere({ documentId, blobId }: Pick<FileToMake, 'documentId' | 'blobId'>): Promise<void> {
    const { state } = await loadState(this.eventStore, document, documentId);
    if (state.status === 'active') return;
    await this.blobs.delete(blobId);
    throw new Rejection('document_not_found');
  }

  private async kept(blobId: string): Promise<BlobInfo | undefined> {
    try {
      return await this.blobs.stat(blobId);
    } catch (error) {
      if (error instanceof BlobNotFoundError) return undefined;
      throw error;
    }
  }

  private async made(wanted: FileToMake, waitMs: number): Promise<BlobInfo> {
    const { blobId } = wanted;
    const failed = this.unheard.peek(blobId);
    this.unheard.delete(blobId);
    if (failed !== undefined) throw failed.error;
    const making = this.making.get(blobId) ?? this.begin(wanted);
    making.waiting += 1;
    const waiting = new AbortController();
    const late = sleep(waitMs, undefined, { signal: waiting.signal }).then(() => {
      const message = 'The file is still being made.';
      throw new Rejection('service_unavailable', { message, retryAfter, isUnderWay: true });
    });
    try {
      return await Promise.race([making.file, late]);
    } finally {
      making.waiting -= 1;
      late.catch(() => undefined);
      waiting.abort();
    }
  }

  private begin(wanted: FileToMake): Making {
    const { blobId } = wanted;
    const file = this.make(wanted).finally(() => this.making.delete(blobId));
    const making: Making = { file, waiting: 0 };
    this.making.set(blobId, making);
    // It goes on, and may fail, after its downloads have been told to come again.
    file.catch((error: unknown) => {
      const isUnderWay = error instanceof Rejection && error.isUnderWay;
      if (making.waiting > 0 || isUnderWay) return;
      this.unheard.set(blobId, { error });
    });
    return making;
  }

  private async make(wanted: FileToMake): Promise<BlobInfo> {
    const { organizationId, documentId, blobId } = wanted;
    const owner = { organizationId, documentId };
    const blob = await this.blobs.put(blobId, await wanted.make(), { owner });
    await this.assertStillThere(wanted);
    return blob;
  }
}
