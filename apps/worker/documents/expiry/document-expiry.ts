import type { Commands } from '#libs/application/commands.js';
import { ExpireDocument } from '#libs/application/documents/expire-document.handler.js';
import { document } from '#libs/domain/document/document.decider.js';
import { upcast } from '#libs/domain/upcasting.js';

import { streamName } from '#libs/event-sourcing/command-execution.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';

import type { JobQueue, QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { ConsumerGroup } from '#libs/ports/message-bus/message-bus.port.js';
import type { DocumentQueries } from '#projections/documents/documents.queries.js';
import { causedBy } from '../../system-metadata.js';

export const expiryQueue = 'document-expiry';
export const expirySweepQueue = 'document-expiry-sweep';
export const expirySweepEveryMs = 10 * 60_000;

const sweptAtATime = 500;

/** Schedules a job for the time when the files of an ended translation are removed. */
export const scheduleExpiry = (jobs: JobQueue): ConsumerGroup => ({
  name: 'document-expiry',
  types: ['DocumentTranslationCompleted', 'DocumentTranslationFailed'],
  concurrency: 4,
  retryDelays: [1_000, 10_000, 60_000],
  handle: async ({ message }) => {
    const event = upcast(message);
    if (event.type !== 'DocumentTranslationCompleted' && event.type !== 'DocumentTranslationFailed') return;
    const { documentId, translationId, expiresAt } = event.data;
    await jobs.enqueue(expiryQueue, { documentId }, { startAfter: new Date(expiresAt), key: translationId });
  },
});

interface Expiry {
  eventStore: Pick<EventStore, 'readStream'>;
  commands: Commands;
}

const expire = async ({ eventStore, commands }: Expiry, documentId: string): Promise<void> => {
  // The upload is the cause: a document expires in the name of its uploader.
  const cause = await eventAt(eventStore, streamName(document.category, documentId));
  if (cause === undefined) return;
  await commands.execute(new ExpireDocument(documentId, causedBy(cause, new Date().toISOString())));
};

export const expireDocument = (expiry: Expiry): QueueDefinition<{ documentId: string }> => ({
  name: expiryQueue,
  concurrency: 2,
  retryDelays: [1_000, 60_000, 600_000],
  timeoutMs: 60_000,
  handle: ({ data }) => expire(expiry, data.documentId),
});

/** Expires documents that the delayed jobs missed: the read model lists those due, whatever became of the queue. */
export const sweepExpired = (expiry: Expiry, documents: Pick<DocumentQueries, 'due'>): QueueDefinition => ({
  name: expirySweepQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 5 * 60_000,
  handle: async ({ signal }) => {
    for (const { id } of await documents.due(new Date().toISOString(), sweptAtATime)) {
      signal.throwIfAborted();
      await expire(expiry, id);
    }
  },
});
