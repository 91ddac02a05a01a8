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
import type { GlossaryQueries } from '#projections/glossaries/glossaries.queries.js';
import type { ReportQueries } from '#projections/reports/reports.queries.js';
import type { Removals } from '../../work/removals.js';
import { pagesOfIds } from './pages-of-ids.js';

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
  glossaries: Pick<GlossaryQueries, 'newestBlobs'>;
  reports: Pick<ReportQueries, 'withFiles'>;
  removals: Pick<Removals, 'areAllowed'>;
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

/** The log's word on a blob: it is used, it is not, or there is nothing that it could belong to. */
type Judgement = 'used' | 'unused' | 'unknown';

const judge = async (eventStore: Dependencies['eventStore'], blobId: string): Promise<Judgement> => {
  const judgementOf = (status: string, isUsed: boolean): Judgement =>
    status === 'none' ? 'unknown' : isUsed ? 'used' : 'unused';
  const documentId = documentOfBlob(blobId);
  if (documentId !== undefined) {
    const { state } = await loadState(eventStore, document, documentId);
    const isUsed =
      state.status === 'active' &&
      (!isRules(documentId, blobId) || state.translations.some(({ options }) => options.rulesBlobId === blobId));
    return judgementOf(state.status, isUsed);
  }
  const reportId = reportOfBlob(blobId);
  if (reportId !== undefined) {
    const { state } = await loadState(eventStore, report, reportId);
    // While a report is generated its file may be the one that completes it.
    const isUsed = state.status === 'generating' || (state.status === 'completed' && state.file.blobId === blobId);
    return judgementOf(state.status, isUsed);
  }
  const glossaryId = glossaryOfBlob(blobId);
  if (glossaryId === undefined) return 'used';
  const { state } = await loadState(eventStore, glossary, glossaryId);
  return judgementOf(state.status, state.status === 'active' && state.blobIds.includes(blobId));
};

/** The owners of blobs in the read models, which spares a look into the log for nearly every document. */
const readModelsOf = async ({ documents, glossaries, reports }: Dependencies, blobIds: readonly string[]) => {
  const idsBy = (ownerOf: (blobId: string) => string | undefined) => [
    ...new Set(blobIds.flatMap((blobId) => ownerOf(blobId) ?? [])),
  ];
  return {
    documents: await documents.active(idsBy(documentOfBlob)),
    glossaries: await glossaries.newestBlobs(idsBy(glossaryOfBlob)),
    reports: await reports.withFiles(idsBy(reportOfBlob)),
  };
};

/**
 * Those of the blobs that belong to nothing: the log decides. What it knows nothing of, and a read model does, stays: it
 * is no trace of an event that was not written, but of one that was lost.
 */
const unusedOf = async (dependencies: Dependencies, blobIds: readonly string[]): Promise<string[]> => {
  const known = await readModelsOf(dependencies, blobIds);
  const isKnown = (blobId: string): boolean =>
    known.documents.has(documentOfBlob(blobId) ?? '') ||
    known.glossaries.has(glossaryOfBlob(blobId) ?? '') ||
    known.reports.has(reportOfBlob(blobId) ?? '');
  const unused: string[] = [];
  for (const blobId of blobIds) {
    const documentId = documentOfBlob(blobId);
    if (documentId !== undefined && known.documents.has(documentId) && !isRules(documentId, blobId)) continue;
    if (known.glossaries.get(glossaryOfBlob(blobId) ?? '') === blobId) continue;
    const judgement = await judge(dependencies.eventStore, blobId);
    if (judgement === 'unused' || (judgement === 'unknown' && !isKnown(blobId))) unused.push(blobId);
  }
  return unused;
};

/**
 * Removes files that belong to no document, glossary or report, and webhook targets with them: left by a process that died
 * between file and event, or that did not learn whether the event was written. Each run looks at a bounded number of
 * files and goes on where the one before stopped. While the log is not the one that its readers have passed nothing is
 * removed: what it lacks may be all that names a file.
 */
export const orphanSweep = (dependencies: Dependencies, maxPages = pagesOfRun): QueueDefinition => ({
  name: orphanSweepQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 30 * 60_000,
  handle: async ({ signal }) => {
    const { blobs, place, removals } = dependencies;
    let pages = 0;
    for await (const page of pagesOfIds(blobs.list(new Date(Date.now() - graceMs), await place.read()), pageLength)) {
      signal.throwIfAborted();
      const unused = await unusedOf(dependencies, page);
      // Asked as late as can be: the log may have been replaced since it was read.
      if (unused.length > 0 && !(await removals.areAllowed(orphanSweepQueue))) return;
      for (const blobId of unused) await remove(dependencies, blobId);
      await place.save(page.at(-1) ?? '');
      pages += 1;
      if (pages === maxPages) return;
    }
    await place.clear();
  },
});
