import type { Commands } from '#libs/application/commands.js';
import { document } from '#libs/domain/document/document.decider.js';
import { streamName } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { WebhookDeliveryQueries } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { endedTranslationTypes, scheduleWebhook } from './document-webhooks.consumer.js';

export const missingSweepQueue = 'missing-webhook-sweep';
export const missingSweepEveryMs = 5 * 60_000;

/** Milliseconds after which the message of an ended translation may have been lost on its way to the workers. */
const overdueMs = 15 * 60_000;
const sweptAtATime = 500;

interface Dependencies {
  eventStore: Pick<EventStore, 'readStream'>;
  commands: Commands;
  deliveries: Pick<WebhookDeliveryQueries, 'unscheduled'>;
  publicUrl: string;
}

/**
 * Schedules the webhooks of documents for which fewer are known than translations have ended: their messages may have
 * been lost or parked, unlike the read models. One that is scheduled already stays as it is.
 */
export const sweepMissing = ({ eventStore, commands, deliveries, publicUrl }: Dependencies): QueueDefinition => ({
  name: missingSweepQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 4 * 60_000,
  handle: async ({ signal }) => {
    const before = new Date(Date.now() - overdueMs).toISOString();
    for (const documentId of await deliveries.unscheduled(before, sweptAtATime)) {
      for await (const event of eventStore.readStream(streamName(document.category, documentId))) {
        signal.throwIfAborted();
        if (endedTranslationTypes.includes(event.type)) await scheduleWebhook(commands, publicUrl, event);
      }
    }
  },
});
