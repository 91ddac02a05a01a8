import { glossaryOfBlob } from '#libs/application/glossaries/stored-entries.js';
import { documentOfSource } from '#libs/documents/stored-files/document-blobs.js';
import { document } from '#libs/domain/document/document.decider.js';
import { glossary } from '#libs/domain/glossary/glossary.decider.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';

export const orphanSweepQueue = 'orphan-sweep';
export const orphanSweepEveryMs = 60 * 60_000;

/** Milliseconds that an upload may take before its event is written; a younger file may still belong to one. */
const graceMs = 2 * 60 * 60_000;

const isUsed = async (eventStore: EventStore, blobId: string): Promise<boolean> => {
  const documentId = documentOfSource(blobId);
  if (documentId !== undefined) return (await loadState(eventStore, document, documentId)).state.status === 'active';
  const glossaryId = glossaryOfBlob(blobId);
  if (glossaryId === undefined) return true;
  const { state } = await loadState(eventStore, glossary, glossaryId);
  return state.status === 'active' && state.blobIds.includes(blobId);
};

/** Removes files that belong to no document and no glossary: left by a process that died between file and event. */
export const orphanSweep = (blobs: BlobStore, eventStore: EventStore): QueueDefinition => ({
  name: orphanSweepQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 30 * 60_000,
  handle: async ({ signal }) => {
    for await (const blobId of blobs.list(new Date(Date.now() - graceMs))) {
      signal.throwIfAborted();
      if (!(await isUsed(eventStore, blobId))) await blobs.delete(blobId);
    }
  },
});
