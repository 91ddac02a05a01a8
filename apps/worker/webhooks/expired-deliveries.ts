import type { Commands } from '#libs/application/commands.js';
import { RemoveWebhookDeliveries } from '#libs/application/webhook-deliveries/remove-webhook-deliveries.handler.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { upcast } from '#libs/domain/upcasting.js';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { streamName } from '#libs/event-sourcing/command-execution.js';
import { eventAt } from '#libs/event-sourcing/event-at.js';
import { duration } from '#libs/platform/config/parsers.js';
import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { QueueDefinition } from '#libs/ports/job-queue/job-queue.port.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import type { OrganizationQueries } from '#projections/organizations/organizations.queries.js';
import type {
  ExpiredDelivery,
  WebhookDeliveryQueries,
} from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { causedBy } from '../system-metadata.js';
import { untilPassed } from '../until-passed.js';
import type { Removals } from '../work/removals.js';
import { lookedBackMs } from './disable-failing.js';

export const deliveryRetentionQueue = 'webhook-delivery-retention';
export const deliveryRetentionEveryMs = 10 * 60_000;

/** Deliveries that one event names. */
const removedAtATime = 1_000;

/** How long what is pulled can be asked for, and is known: ISO 8601. */
const pulledRetention = 'P7D';

/** Read models that decide which deliveries are due: a hold that was placed counts from then on. */
const readModels = ['organizations', 'webhook-deliveries', 'webhook-attempts', 'documents', 'holds'];

interface Dependencies {
  eventStore: Pick<EventStore, 'readStream' | 'head'>;
  commands: Commands;
  organizations: Pick<OrganizationQueries, 'list'>;
  deliveries: Pick<WebhookDeliveryQueries, 'expired' | 'expiredPulled'>;
  progress: Pick<ProjectionProgress, 'waitFor'>;
  removals: Pick<Removals, 'areAllowed'>;
}

/** The change of settings by which an organization keeps deliveries as long as it does. */
const lastSet = async (
  eventStore: Pick<EventStore, 'readStream'>,
  organizationId: string,
): Promise<RecordedEvent | undefined> => {
  let found: RecordedEvent | undefined;
  for await (const recorded of eventStore.readStream(streamName(organization.category, organizationId))) {
    const event = upcast(recorded);
    if (event.type === 'OrganizationSettingsChanged' && event.data.changes.retention?.webhookDeliveries !== undefined)
      found = recorded;
  }
  return found;
};

/** Removes what is known of ended deliveries once their organization keeps it no longer, in the name of who said so. */
export const sweepExpiredDeliveries = (dependencies: Dependencies): QueueDefinition => {
  const { eventStore, commands, organizations, deliveries, progress, removals } = dependencies;

  const removeOf = async (organizationId: string, retention: string, signal: AbortSignal): Promise<void> => {
    const scheduledBefore = new Date(Date.now() - duration(retention)).toISOString();
    let last: ExpiredDelivery | undefined;
    do {
      signal.throwIfAborted();
      await untilPassed(progress, readModels, await eventStore.head());
      const now = new Date().toISOString();
      const judgedFrom = new Date(Date.now() - lookedBackMs).toISOString();
      const wanted = { organizationId, scheduledBefore, judgedFrom, now, after: last, limit: removedAtATime };
      const batch = await deliveries.expired(wanted);
      last = batch.length < removedAtATime ? undefined : batch.at(-1);
      const cause = batch.length === 0 ? undefined : await lastSet(eventStore, organizationId);
      if (cause === undefined || !(await removals.areAllowed(deliveryRetentionQueue))) return;
      const removed = { deliveryIds: batch.map(({ id }) => id), retention, scheduledBefore };
      await commands.execute(new RemoveWebhookDeliveries(removed, causedBy(cause, now)));
    } while (last !== undefined);
  };

  /** Removes what can be pulled no longer, in the name of whoever made the webhook. */
  const removePulled = async (signal: AbortSignal): Promise<void> => {
    const scheduledBefore = new Date(Date.now() - duration(pulledRetention)).toISOString();
    let last: ExpiredDelivery | undefined;
    do {
      signal.throwIfAborted();
      await untilPassed(progress, readModels, await eventStore.head());
      const now = new Date().toISOString();
      const batch = await deliveries.expiredPulled({ scheduledBefore, now, after: last, limit: removedAtATime });
      last = batch.length < removedAtATime ? undefined : batch.at(-1);
      if (batch.length > 0 && !(await removals.areAllowed(deliveryRetentionQueue))) return;
      for (const [webhookId, ofWebhook] of Map.groupBy(batch, ({ webhook_id }) => webhook_id)) {
        const cause = await eventAt(eventStore, streamName(webhook.category, webhookId));
        if (cause === undefined) continue;
        const removed = { deliveryIds: ofWebhook.map(({ id }) => id), retention: pulledRetention, scheduledBefore };
        await commands.execute(new RemoveWebhookDeliveries(removed, causedBy(cause, now)));
      }
    } while (last !== undefined);
  };

  return {
    name: deliveryRetentionQueue,
    concurrency: 1,
    // A read model that is late for some minutes is no failure; the next sweep comes behind the last of these.
    retryDelays: [30_000, 60_000, 120_000],
    timeoutMs: 8 * 60_000,
    handle: async ({ signal }) => {
      await removePulled(signal);
      await untilPassed(progress, readModels, await eventStore.head());
      for (const { id, retention } of await organizations.list()) {
        if (retention.webhookDeliveries !== null) await removeOf(id, retention.webhookDeliveries, signal);
      }
    },
  };
};
