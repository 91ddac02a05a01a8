import type { StoredEntries } from '#libs/domain/glossary/glossary.events.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { AppendOutcomeUnknownError } from '#libs/ports/event-store/event-store.errors.js';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';
import { storeEntries } from './stored-entries.js';

/**
 * Keeps the entries before the event that names them; where that is not written, or was by an earlier attempt at the same
 * request with entries of its own, nothing is left of them.
 */
export const withStoredEntries = async <T extends { blobId: string }>(
  blobs: BlobStore,
  glossaryId: string,
  entries: readonly GlossaryEntry[],
  write: (stored: StoredEntries) => Promise<T>,
): Promise<T> => {
  const stored = await storeEntries(blobs, glossaryId, entries);
  try {
    const written = await write(stored);
    if (written.blobId !== stored.blobId) await blobs.delete(stored.blobId);
    return written;
  } catch (error) {
    // Where it is not known whether the event was written, they may be needed; a sweep finds what is not.
    if (!(error instanceof AppendOutcomeUnknownError)) await blobs.delete(stored.blobId);
    throw error;
  }
};
