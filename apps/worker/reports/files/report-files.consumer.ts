import { upcast } from '#libs/domain/upcasting.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { ConsumerGroup } from '#libs/ports/message-bus/message-bus.port.js';

/** Removes the file of a report that has expired, and its key. */
export const reportFiles = (blobs: Pick<BlobStore, 'delete'>): ConsumerGroup => ({
  name: 'report-files',
  types: ['ReportExpired'],
  concurrency: 4,
  retryDelays: [1_000, 10_000, 60_000, 600_000],
  handle: async ({ message }) => {
    const event = upcast(message);
    if (event.type === 'ReportExpired') await blobs.delete(event.data.blobId);
  },
});
