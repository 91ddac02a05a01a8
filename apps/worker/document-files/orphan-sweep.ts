import type { BlobStore } from '#libs/blob-store/blob-store.port.js';
import { document } from '#libs/domain/document/document.decider.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/event-store/event-store.port.js';
import type { QueueDefinition } from '#libs/job-queue/job-queue.port.js';

export const orphanSweepQueue = 'orphan-sweep';
export const orphanSweepEveryMs = 60 * 60_000;

/** An upload may take this long before its event is written; a younger file may still belong to one. */
const graceMs = 2 * 60 * 60_000;

const sourceOf = /^(doc_[0-9A-Z]{26})-source$/;

/** Removes uploaded files that no document has: left by a process that died between file and event. */
export const orphanSweep = (blobs: BlobStore, eventStore: EventStore): QueueDefinition => ({
  name: orphanSweepQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 30 * 60_000,
  handle: async ({ signal }) => {
    for await (const blobId of blobs.list(new Date(Date.now() - graceMs))) {
      signal.throwIfAborted();
      const documentId = sourceOf.exec(blobId)?.[1];
      if (documentId === undefined) continue;
      const { state } = await loadState(eventStore, document, documentId);
      if (state.status !== 'kept') await blobs.delete(blobId);
    }
  },
});
