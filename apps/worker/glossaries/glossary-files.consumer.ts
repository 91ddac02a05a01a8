import { upcast } from '#libs/domain/upcasting.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { ConsumerGroup } from '#libs/ports/message-bus/message-bus.port.js';

/** Removes the entries, and their keys, of deleted glossaries and of versions that are no longer retained. */
export const glossaryFiles = (blobs: Pick<BlobStore, 'delete'>): ConsumerGroup => ({
  name: 'glossary-files',
  types: ['GlossaryEntriesReplaced', 'GlossaryDeleted'],
  concurrency: 2,
  retryDelays: [1_000, 10_000, 60_000, 600_000],
  handle: async ({ message }) => {
    const event = upcast(message);
    if (event.type === 'GlossaryEntriesReplaced') for (const id of event.data.droppedBlobIds) await blobs.delete(id);
    if (event.type === 'GlossaryDeleted') for (const id of event.data.blobIds) await blobs.delete(id);
  },
});
