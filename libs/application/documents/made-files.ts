import { setTimeout as sleep } from 'node:timers/promises';
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

/** Files that are made of a translation at their first download, once on a node however many ask, and kept with it. */
export class MadeFiles {
  private readonly making = new Map<string, Promise<BlobInfo>>();

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
    const making = this.making.get(blobId) ?? this.make(wanted).finally(() => this.making.delete(blobId));
    this.making.set(blobId, making);
    // It goes on, and may fail, after its downloads have been told to come again.
    making.catch(() => undefined);
    const waiting = new AbortController();
    const late = sleep(waitMs, undefined, { signal: waiting.signal }).then(() => {
      const message = 'The file is still being made.';
      throw new Rejection('service_unavailable', { message, retryAfter, isUnderWay: true });
    });
    try {
      return await Promise.race([making, late]);
    } finally {
      late.catch(() => undefined);
      waiting.abort();
    }
  }

  private async make(wanted: FileToMake): Promise<BlobInfo> {
    const { organizationId, documentId, blobId } = wanted;
    const owner = { organizationId, documentId };
    const blob = await this.blobs.put(blobId, await wanted.make(), { owner });
    await this.assertStillThere(wanted);
    return blob;
  }
}
