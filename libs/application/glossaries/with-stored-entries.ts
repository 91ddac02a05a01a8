import type { StoredEntries } from '#libs/domain/glossary/glossary.events.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import { AppendOutcomeUnknownError } from '#libs/ports/event-store/event-store.errors.js';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';
import { storeEntries } from './stored-entries.js';

/**
 * Stores the entries before the event that names them; they are removed when the event is not written, or was
 * written by an earlier attempt at the same request with entries of its own.
 */
export const withStoredEntries = async <T extends { blobId: string }>(
  blobs: Pick<CountedBlobStore, 'put' | 'delete'>,
  glossaryId: string,
  { entries, organizationId }: { entries: readonly GlossaryEntry[]; organizationId: string },
  write: (stored: StoredEntries) => Promise<T>,
): Promise<T> => {
  const stored = await storeEntries(blobs, glossaryId, entries, organizationId);
  try {
    const written = await write(stored);
    if (written.blobId !== stored.blobId) await blobs.delete(stored.blobId);
    return written;
  } catch (error) {
    // When it is unknown whether the event was written, they may be needed; a sweep removes them otherwise.
    if (!(error instanceof AppendOutcomeUnknownError)) await blobs.delete(stored.blobId);
    throw error;
  }
};
