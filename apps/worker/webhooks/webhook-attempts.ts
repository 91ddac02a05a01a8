import type { Commands } from '#libs/application/commands.js';
import { EndWebhookDelivery } from '#libs/application/webhook-deliveries/end-webhook-delivery.handler.js';
import { RecordWebhookAttempt } from '#libs/application/webhook-deliveries/record-webhook-attempt.handler.js';
import { DisableWebhook } from '#libs/application/webhooks/disable-webhook.handler.js';
import { holderNotEntitled, webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import type { WebhookDeliveryEvent } from '#libs/domain/webhook-delivery/webhook-delivery.events.js';
import { loadState } from '#libs/event-sourcing/command-execution.js';
import {
  addressNotAllowed,
  type WebhookOutcome,
  type WebhookSender,
} from '#libs/platform/outbound-http/webhook-sender.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { JobQueue, QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import { JobShare } from '#libs/ports/job-queue/job-share.js';
import type { KeyVault } from '#libs/ports/key-vault/key-vault.port.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { Slots } from '#libs/ports/limits/limits.port.js';
import type { ConsumerGroup } from '#libs/ports/message-bus/message-bus.port.js';
import { sentPayload } from '#libs/read-side/read-models/sent-payload.js';
import type { UserQueries } from '#projections/users/users.queries.js';
import type { WebhookDeliveryQueries } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { causedBy } from '../system-metadata.js';
import { messageTo, targetOf } from './delivery-target.js';

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
  subjectKeys: Pick<SubjectKeys, 'open'>;
  /** Slots that all workers count together. */
  slots: Slots;
  sender: WebhookSender;
  users: Pick<UserQueries, 'accountOf'>;
  lifeCycle: LifeCycle;
}

/** The record in place of an attempt where the holder of the webhook may not hear the event. */
const notEntitled = { statusCode: null, reason: holderNotEntitled, durationMs: 0 };

/** Attempts at the same time of one endpoint, by all workers. */
const attemptsOfEndpoint = 8;
/**
 * Attempts at the same time in a worker, those of one organization among them, and those of one endpoint among these: an
 * endpoint that hangs holds up neither others of its organization nor those of others.
 */
const attemptsInHand = { slots: 64, perKey: 32, perPart: attemptsOfEndpoint };

/** `webhookId` is missing for the webhook of a document, `organizationId` in jobs that an older release added. */
type AttemptJob = { deliveryId: string; organizationId?: string; webhookId?: string };

const jobOf = (deliveryId: string, organizationId: string, webhookId: string | undefined): AttemptJob => ({
  deliveryId,
  organizationId,
  ...(webhookId === undefined ? {} : { webhookId }),
});

/** Enqueues one job for each time at which an attempt is due, however often it is requested. */
const enqueueAttempt = (jobs: JobQueue, job: AttemptJob, dueAt: string) =>
  jobs.enqueue(attemptQueue, job, { startAfter: new Date(dueAt), key: `${job.deliveryId}@${dueAt}` });

const webhookOf = async (eventStore: Pick<EventStore, 'readStream'>, deliveryId: string) => {
  const { state } = await loadState(eventStore, webhookDelivery, deliveryId);
  return state.status === 'none' ? undefined : state.webhookId;
};

/** Schedules the first attempt of each delivery, and the next after each that failed. */
export const scheduleAttempts = (jobs: JobQueue, eventStore: Pick<EventStore, 'readStream'>): ConsumerGroup => ({
  name: 'webhook-attempts',
  types: ['WebhookDeliveryScheduled', 'WebhookDeliveryRescheduled', 'WebhookDeliveryAttempted'],
  concurrency: 8,
  retryDelays: [1_000, 5_000, 30_000, 60_000],
  handle: async ({ message: { type, data } }) => {
    const dueAt = type === 'WebhookDeliveryAttempted' ? data.nextAttemptAt : data.scheduledAt;
    if (typeof dueAt !== 'string') return;
    const [deliveryId, organizationId] = [String(data.deliveryId), String(data.organizationId)];
    const webhookId = type === 'WebhookDeliveryScheduled' ? data.webhookId : await webhookOf(eventStore, deliveryId);
    const job = jobOf(deliveryId, organizationId, typeof webhookId === 'string' ? webhookId : undefined);
    await enqueueAttempt(jobs, job, dueAt);
  },
});

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
  subjectKeys,
  slots,
  sender,
  users,
  lifeCycle,
}: Dependencies): QueueDefinition<AttemptJob> => ({
  name: attemptQueue,
  concurrency: attemptsInHand.slots,
  share: {
    places: new JobShare({
      ...attemptsInHand,
      enterEverywhere: async (endpoint) => slots.take(`${attemptQueue} ${endpoint}`, attemptsOfEndpoint),
    }),
    // All the documents' own webhooks of an organization count as one endpoint.
    keyOf: ({ organizationId = '', webhookId = '' }) => ({ key: organizationId, part: webhookId }),
  },
  retryDelays: [1_000, 10_000, 60_000],
  timeoutMs: 60_000,
  handle: async ({ data: { deliveryId } }) => {
    let cause: RecordedEvent | undefined;
    const loaded = await loadState(eventStore, webhookDelivery, deliveryId, (_event, recorded) => {
      cause ??= recorded;
    });
    const { state } = loaded;
    if (state.status !== 'pending' || cause === undefined) return;
    if (state.nextAttemptAt !== null && Date.parse(state.nextAttemptAt) > Date.now() + 1_000) return;
    const now = new Date().toISOString();
    const target = await targetOf({ eventStore, keyVault, users }, state, now);
    if (target === 'disabled' || target === 'gone') {
      const why = target === 'gone' ? 'endpoint_gone' : 'endpoint_disabled';
      await commands.execute(new EndWebhookDelivery(deliveryId, why, causedBy(cause, now)));
      return;
    }
    const outcome: Omit<WebhookOutcome, 'reason'> & { reason: string | null } =
      typeof target === 'string'
        ? { not_allowed: addressNotAllowed, not_entitled: notEntitled }[target]
        : await sender.send(messageTo(target, deliveryId, await sentPayload(subjectKeys, state.payload, cause)));
    if (state.webhookId !== undefined && outcome.statusCode === gone) {
      const causeId = `${deliveryId}/attempt/${state.attempts + 1}`;
      await commands.execute(new DisableWebhook(state.webhookId, 'endpoint_gone', causeId, causedBy(cause, now)));
    }
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
    for (const event of await commands.execute(new RecordWebhookAttempt(attempt, metadata, loaded))) {
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
    for (const { id, organization_id, webhook_id, next_attempt_at } of await deliveries.due(before, sweptAtATime)) {
      await enqueueAttempt(jobs, jobOf(id, organization_id, webhook_id ?? undefined), next_attempt_at);
    }
  },
});
