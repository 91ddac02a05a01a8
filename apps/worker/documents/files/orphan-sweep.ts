import { glossaryOfBlob } from '#libs/application/glossaries/stored-entries.js';
import { reportOfBlob } from '#libs/application/reports/stored-report.js';
import { documentOfBlob, rulesBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { forgetWebhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import type { SweepPlace } from '#libs/documents/stored-files/sweep-place.js';
import { document } from '#libs/domain/document/document.decider.js';
import { glossary } from '#libs/domain/glossary/glossary.decider.js';
import { report } from '#libs/domain/report/report.decider.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';
import type { DocumentQueries } from '#projections/documents/documents.queries.js';

export const orphanSweepQueue = 'orphan-sweep';
export const orphanSweepEveryMs = 10 * 60_000;

/** Milliseconds that an upload may take before its event is written; a younger file may still belong to one. */
const graceMs = 2 * 60 * 60_000;
const pageLength = 500;
/** Pages of one run: with a run every ten minutes, 2,880,000 blobs a day. */
const pagesOfRun = 40;

interface Dependencies {
  blobs: Pick<BlobStore, 'list' | 'delete'>;
  eventStore: Pick<EventStore, 'readStream'>;
  secrets: Secrets;
  documents: Pick<DocumentQueries, 'active'>;
  place: Pick<SweepPlace, 'read' | 'save' | 'clear'>;
}

/** Removes what was kept for an event that was not written. The file goes last: by it the sweep finds the others. */
const remove = async ({ blobs, secrets }: Dependencies, blobId: string): Promise<void> => {
  const documentId = documentOfBlob(blobId);
  if (documentId !== undefined && !isRules(documentId, blobId)) await forgetWebhookTarget(secrets, documentId);
  await blobs.delete(blobId);
};

/** Rules may belong to a request that was refused, whatever became of the document. */
const isRules = (documentId: string, blobId: string): boolean => blobId.startsWith(rulesBlobOf(documentId, ''));

const isUsed = async (eventStore: Dependencies['eventStore'], blobId: string): Promise<boolean> => {
  const documentId = documentOfBlob(blobId);
  if (documentId !== undefined) {
    const { state } = await loadState(eventStore, document, documentId);
    if (state.status !== 'active') return false;
    return !isRules(documentId, blobId) || state.translations.some(({ options }) => options.rulesBlobId === blobId);
  }
  const reportId = reportOfBlob(blobId);
  if (reportId !== undefined) {
    const { state } = await loadState(eventStore, report, reportId);
    // While a report is generated its file may be the one that completes it.
    return state.status === 'generating' || (state.status === 'completed' && state.file.blobId === blobId);
  }
  const glossaryId = glossaryOfBlob(blobId);
  if (glossaryId === undefined) return true;
  const { state } = await loadState(eventStore, glossary, glossaryId);
  return state.status === 'active' && state.blobIds.includes(blobId);
};

/** Asks the read model of all first, which spares a look into the log for nearly every one; the log decides. */
const removeUnused = async (dependencies: Dependencies, blobIds: string[]): Promise<void> => {
  const { eventStore, documents } = dependencies;
  const active = await documents.active(blobIds.flatMap((blobId) => documentOfBlob(blobId) ?? []));
  for (const blobId of blobIds) {
    const documentId = documentOfBlob(blobId);
    if (documentId !== undefined && active.has(documentId) && !isRules(documentId, blobId)) continue;
    if (!(await isUsed(eventStore, blobId))) await remove(dependencies, blobId);
  }
};

async function* pagesOf(ids: AsyncIterable<string>): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const id of ids) {
    page.push(id);
    if (page.length < pageLength) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/**
 * Removes files that belong to no document, glossary or report, and webhook targets with them: left by a process that died
 * between file and event, or that did not learn whether the event was written. Each run looks at a bounded number of
 * files and goes on where the one before stopped.
 */
export const orphanSweep = (dependencies: Dependencies, maxPages = pagesOfRun): QueueDefinition => ({
  name: orphanSweepQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 30 * 60_000,
  handle: async ({ signal }) => {
    const { blobs, place } = dependencies;
    let pages = 0;
    for await (const page of pagesOf(blobs.list(new Date(Date.now() - graceMs), await place.read()))) {
      signal.throwIfAborted();
      await removeUnused(dependencies, page);
      await place.save(page.at(-1) ?? '');
      pages += 1;
      if (pages === maxPages) return;
    }
    await place.clear();
  },
});
