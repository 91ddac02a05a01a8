import { glossaryOfBlob } from '#libs/application/glossaries/stored-entries.js';
import { reportOfBlob } from '#libs/application/reports/stored-report.js';
import { documentOfBlob } from '#libs/documents/stored-files/document-blobs.js';
import type { SweepPlace } from '#libs/documents/stored-files/sweep-place.js';
import { document } from '#libs/domain/document/document.decider.js';
import { glossary } from '#libs/domain/glossary/glossary.decider.js';
import { report } from '#libs/domain/report/report.decider.js';
import { loadState, streamName } from '#libs/event-sourcing/command-execution.js';
import { isId } from '#libs/platform/ids/id-form.js';
import { BlobCorruptError, BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { StoredBytes } from '#libs/ports/stored-bytes/stored-bytes.port.js';
import type { DocumentQueries } from '#projections/documents/documents.queries.js';
import type { Removals } from '../../work/removals.js';
import { pagesOfIds } from './pages-of-ids.js';

export const storedBytesSweepQueue = 'stored-bytes-sweep';
export const storedBytesSweepEveryMs = 10 * 60_000;

/** Milliseconds after which nobody writes a file any more that has taken no further bytes. */
const graceMs = 60 * 60_000;
const pageLength = 500;
/** Pages of one run, as many as of the sweep of orphans. */
const pagesOfRun = 40;

interface Dependencies {
  blobs: Pick<CountedBlobStore, 'list' | 'stat' | 'delete' | 'settleBegunBefore'>;
  bytes: Pick<StoredBytes, 'uncounted' | 'adopt' | 'recount' | 'sharersOfReleased'>;
  eventStore: Pick<EventStore, 'readStream'>;
  documents: Pick<DocumentQueries, 'ownersOfTranslations' | 'isUnfinished'>;
  removals: Pick<Removals, 'areAllowed'>;
  place: Pick<SweepPlace, 'read' | 'save' | 'clear'>;
}

/** The stream of what a file belongs to; undefined for a translated file and for what we know nothing of. */
const streamOf = (blobId: string): string | undefined => {
  const documentId = documentOfBlob(blobId);
  if (documentId !== undefined) return streamName(document.category, documentId);
  const reportId = reportOfBlob(blobId);
  if (reportId !== undefined) return streamName(report.category, reportId);
  const glossaryId = glossaryOfBlob(blobId);
  return glossaryId === undefined ? undefined : streamName(glossary.category, glossaryId);
};

/** The organization that a file belongs to; undefined for one that belongs to nothing. */
const ownerOf = async ({ eventStore, documents }: Dependencies, blobId: string): Promise<string | undefined> => {
  if (isId(blobId, 'trn')) return (await documents.ownersOfTranslations([blobId])).get(blobId);
  const stream = streamOf(blobId);
  if (stream === undefined) return undefined;
  for await (const { metadata } of eventStore.readStream(stream, { limit: 1 })) {
    return typeof metadata.organizationId === 'string' ? metadata.organizationId : undefined;
  }
  return undefined;
};

const adopt = async (dependencies: Dependencies, blobId: string): Promise<void> => {
  const organizationId = await ownerOf(dependencies, blobId);
  if (organizationId === undefined) return;
  const { blobs, bytes } = dependencies;
  try {
    await bytes.adopt({ organizationId }, blobId, await blobs.stat(blobId));
    await blobs.stat(blobId);
  } catch (error) {
    // Its size is not known.
    if (error instanceof BlobCorruptError) return;
    if (!(error instanceof BlobNotFoundError)) throw error;
    // It was deleted in the meantime, and so nobody else gives its bytes back.
    await blobs.delete(blobId);
  }
};

/**
 * Removes files that a process left when their document was deleted, and that share the content of a file that was: by
 * name there is nothing of them in the store.
 */
const removeLeft = async ({ blobs, bytes, eventStore, removals }: Dependencies, before: Date): Promise<void> => {
  for (const { blobId, documentId } of await bytes.sharersOfReleased(before, pageLength)) {
    const { state } = await loadState(eventStore, document, documentId);
    if (state.status === 'active' || !(await removals.areAllowed(storedBytesSweepQueue))) continue;
    await blobs.delete(blobId);
  }
};

/**
 * Keeps the count of stored bytes true: settles what processes that died have begun, removes what they left of deleted documents, counts files that are not counted,
 * such as those of an older release, and adds up the sums anew. Each run looks at a bounded number of files and goes
 * on where the one before stopped.
 */
export const storedBytesSweep = (dependencies: Dependencies, maxPages = pagesOfRun): QueueDefinition => ({
  name: storedBytesSweepQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 30 * 60_000,
  handle: async ({ signal }) => {
    const { blobs, bytes, documents, place } = dependencies;
    const before = new Date(Date.now() - graceMs);
    // One that waits for its turn, or for an engine, comes later than that.
    const isAwaited = async (blobId: string) => isId(blobId, 'trn') && (await documents.isUnfinished(blobId));
    await blobs.settleBegunBefore(before, signal, isAwaited);
    await removeLeft(dependencies, before);
    let pages = 0;
    for await (const page of pagesOfIds(blobs.list(before, await place.read()), pageLength)) {
      signal.throwIfAborted();
      for (const blobId of await bytes.uncounted(page)) await adopt(dependencies, blobId);
      await place.save(page.at(-1) ?? '');
      pages += 1;
      if (pages === maxPages) return;
    }
    await place.clear();
    await bytes.recount();
  },
});
