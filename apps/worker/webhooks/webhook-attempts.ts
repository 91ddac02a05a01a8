import type { Commands } from '#libs/application/commands.js';
import { RecordWebhookAttempt } from '#libs/application/webhook-deliveries/record-webhook-attempt.handler.js';
import { webhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import type { WebhookDeliveryEvent } from '#libs/domain/webhook-delivery/webhook-delivery.events.js';
import { loadState, streamName } from '#libs/event-sourcing/command-execution.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';

import type { WebhookOutcome, WebhookSender } from '#libs/platform/outbound-http/webhook-sender.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { JobQueue, QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { ConsumerGroup } from '#libs/ports/message-bus/message-bus.port.js';
import type { WebhookDeliveryQueries } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { causedBy } from '../system-metadata.js';

export const attemptQueue = 'webhook-attempt';
export const deliverySweepQueue = 'webhook-delivery-sweep';
/**
 * Milliseconds between sweeps. With a lost queue a delivery is late by this and `overdueMs`: everything settles
 * within a minute of a fault.
 */
export const deliverySweepEveryMs = 15_000;

const sweptAtATime = 500;
/** Milliseconds after which a delivery counts as overdue; before, a worker may just be at work on it. */
const overdueMs = 15_000;
const gone = 410;

interface Dependencies {
  eventStore: Pick<EventStore, 'readStream'>;
  commands: Commands;
  keyVault: KeyVault;
  sender: WebhookSender;
  lifeCycle: LifeCycle;
}

/** Enqueues one job for each time at which an attempt is due, however often it is requested. */
const enqueueAttempt = (jobs: JobQueue, deliveryId: string, dueAt: string) =>
  jobs.enqueue(attemptQueue, { deliveryId }, { startAfter: new Date(dueAt), key: `${deliveryId}@${dueAt}` });

/** Schedules the first attempt of each delivery, and the next after each that failed. */
export const scheduleAttempts = (jobs: JobQueue): ConsumerGroup => ({
  name: 'webhook-attempts',
  types: ['WebhookDeliveryScheduled', 'WebhookDeliveryAttempted'],
  concurrency: 8,
  retryDelays: [1_000, 5_000, 30_000, 60_000],
  handle: async ({ message: { type, data } }) => {
    const deliveryId = String(data.deliveryId);
    if (type === 'WebhookDeliveryScheduled') await enqueueAttempt(jobs, deliveryId, String(data.scheduledAt));
    else if (typeof data.nextAttemptAt === 'string') await enqueueAttempt(jobs, deliveryId, data.nextAttemptAt);
  },
});

/** The outcome when the target was deleted with its document: no request is made and nothing is retried. */
const withoutTarget: WebhookOutcome = { statusCode: gone, reason: null, durationMs: 0 };

/**
 * Reports a failed attempt through the event that records it. Two workers that made the same attempt both report
 * it.
 */
const reportFailure = (lifeCycle: LifeCycle, { type, data }: WebhookDeliveryEvent): void => {
  if (type !== 'WebhookDeliveryAttempted' || data.outcome === 'succeeded') return;
  const { deliveryId: delivery, attempt, statusCode, reason, nextAttemptAt } = data;
  const code = reason ?? 'endpoint_gone';
  const facts = { delivery, attempt, statusCode, cause: { name: 'WebhookFailure', code, stack: [] } };
  if (nextAttemptAt === null) lifeCycle.emit('delivery.given-up', facts);
  else lifeCycle.emit('delivery.retried', { ...facts, nextAttemptAt });
};

/** Makes one attempt: sends what is due and records the result; the log decides about the next. */
export const attemptDelivery = ({
  eventStore,
  commands,
  keyVault,
  sender,
  lifeCycle,
}: Dependencies): QueueDefinition<{ deliveryId: string }> => ({
  name: attemptQueue,
  concurrency: 16,
  retryDelays: [1_000, 10_000, 60_000],
  timeoutMs: 60_000,
  handle: async ({ data: { deliveryId } }) => {
    const { state } = await loadState(eventStore, webhookDelivery, deliveryId);
    const cause = await eventAt(eventStore, streamName(webhookDelivery.category, deliveryId));
    if (state.status !== 'pending' || cause === undefined) return;
    if (state.nextAttemptAt !== null && Date.parse(state.nextAttemptAt) > Date.now() + 1_000) return;
    const target = await webhookTarget(keyVault, state.targetRef);
    const outcome =
      target === undefined
        ? withoutTarget
        : await sender.send({
            url: target.url,
            secrets: target.secret === null ? [] : [target.secret],
            id: deliveryId,
            payload: JSON.stringify(state.payload),
            timestamp: new Date(),
          });
    const { statusCode, reason, durationMs, retryAfter } = outcome;
    const attempt = {
      deliveryId,
      attempt: state.attempts + 1,
      statusCode,
      reason,
      durationMs,
      ...(retryAfter === undefined ? {} : { retryAfterMs: 1_000 * retryAfter }),
      jitter: Math.random() * 2 - 1,
    };
    const metadata = causedBy(cause, new Date().toISOString());
    for (const event of await commands.execute(new RecordWebhookAttempt(attempt, metadata))) {
      reportFailure(lifeCycle, event);
    }
  },
});

/** Gives overdue deliveries back to the queue, which may have been lost, unlike the read model. */
export const sweepDeliveries = (jobs: JobQueue, deliveries: Pick<WebhookDeliveryQueries, 'due'>): QueueDefinition => ({
  name: deliverySweepQueue,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 60_000,
  handle: async () => {
    const before = new Date(Date.now() - overdueMs).toISOString();
    for (const { id, next_attempt_at } of await deliveries.due(before, sweptAtATime)) {
      await enqueueAttempt(jobs, id, next_attempt_at);
    }
  },
});
