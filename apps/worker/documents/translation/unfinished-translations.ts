import { document } from '#libs/domain/document/document.decider.js';
import { streamName } from '#libs/event-sourcing/command-execution.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import type { JobQueue, QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import { tryLease } from '#libs/ports/lease/try-lease.js';
import type { DocumentQueries } from '#projections/documents/documents.queries.js';
import { underLease } from '../../work/under-lease.js';
import { translationLease } from './translation-lease.js';
import { retryDelays, type TranslationDependencies, TranslationTask } from './translation-task.js';

export const unfinishedQueue = 'unfinished-translation';
export const unfinishedSweepQueue = 'unfinished-translation-sweep';
export const unfinishedSweepEveryMs = 5 * 60_000;

/** Milliseconds after which a translation that has not ended may have been lost on its way to the workers. */
const overdueMs = 15 * 60_000;
const sweptAtATime = 500;

type UnfinishedJob = { documentId: string; translationId: string; revision: number };

/**
 * Translates a document that the sweep found, as the consumer group would have, or fails it when it is too old. One
 * that a worker has in hand is left to that worker.
 */
export const unfinishedTranslation = (dependencies: TranslationDependencies): QueueDefinition<UnfinishedJob> => ({
  name: unfinishedQueue,
  concurrency: 1,
  retryDelays,
  timeoutMs: 23 * 60 * 60_000,
  handle: async ({ data: { documentId, translationId, revision }, attempt, signal }) => {
    const message = await eventAt(dependencies.eventStore, streamName(document.category, documentId), revision);
    if (message === undefined) return;
    const lease = await tryLease(dependencies.leases, translationLease(translationId), signal);
    if (lease === undefined) return;
    await underLease(lease, { message, attempt, signal }, (delivery) =>
      new TranslationTask(dependencies, delivery).run(),
    );
  },
});

/**
 * Gives the workers what has not ended long after it was requested, the oldest first: its message may have been lost
 * or parked, unlike the read model. One that waits in line meanwhile is translated once, by whoever comes to it first.
 */
export const sweepUnfinished = (
  jobs: Pick<JobQueue, 'enqueue'>,
  documents: Pick<DocumentQueries, 'unfinished'>,
  removeEndedLeases: () => Promise<void>,
): QueueDefinition => ({
  name: unfinishedSweepQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 60_000,
  handle: async ({ signal }) => {
    const before = new Date(Date.now() - overdueMs).toISOString();
    for (const found of await documents.unfinished(before, sweptAtATime)) {
      signal.throwIfAborted();
      const { document_id: documentId, translation_id: translationId, sequence: revision } = found;
      await jobs.enqueue<UnfinishedJob>(
        unfinishedQueue,
        { documentId, translationId, revision },
        { key: translationId },
      );
    }
    await removeEndedLeases();
  },
});
