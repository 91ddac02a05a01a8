import { withBlobsBeside } from '#libs/documents/stored-files/document-blobs.js';
import { forgetWebhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import { removePagePictures } from '#libs/documents/stored-files/page-pictures.js';
import { upcast } from '#libs/domain/upcasting.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { ConsumerGroup } from '#libs/ports/message-bus/message-bus.port.js';

const concurrency = 4;

/**
 * Removes the files and keys of documents that were deleted or have expired, and the webhook's URL and secret of those
 * that were deleted; those of expired ones may still be needed by deliveries: see `webhook-targets.consumer.ts`.
 */
export const documentFiles = (blobs: CountedBlobStore, keyVault: KeyVault): ConsumerGroup => ({
  name: 'document-files',
  types: ['DocumentDeleted', 'DocumentExpired'],
  concurrency,
  // A document may have 20,000 pictures of pages: those of one organization never hold up the files of all others.
  perOrganization: concurrency - 1,
  retryDelays: [1_000, 10_000, 60_000, 600_000],
  handle: async ({ message }) => {
    const event = upcast(message);
    if (event.type !== 'DocumentDeleted' && event.type !== 'DocumentExpired') return;
    const { documentId, blobIds } = event.data;
    await removePagePictures(blobs, documentId, blobIds);
    for (const blobId of withBlobsBeside(documentId, blobIds)) await blobs.delete(blobId);
    if (event.type === 'DocumentDeleted') await forgetWebhookTarget(keyVault, documentId);
  },
});
