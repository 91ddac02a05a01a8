import type { Commands } from '#libs/application/commands.js';
import { DeliverToWebhook } from '#libs/application/webhooks/deliver-to-webhook.handler.js';
import { upcast } from '#libs/domain/upcasting.js';
import { metadataOf } from '#libs/event-sourcing/event-metadata.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { ConsumerGroup } from '#libs/ports/message-bus/message-bus.port.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import type { WebhookQueries } from '#projections/webhooks/webhooks.queries.js';
import { causedBy } from '../system-metadata.js';
import { untilPassed } from '../until-passed.js';
import { subscribedDeliveryIdFor } from './delivery-id.js';
import { payloadOf, toldTypes } from './webhook-events.js';

interface Dependencies {
  commands: Commands;
  webhooks: Pick<WebhookQueries, 'subscribedTo'>;
  progress: Pick<ProjectionProgress, 'waitFor'>;
  publicUrl: string;
}

type Cause = Pick<RecordedEvent, 'id' | 'type' | 'version' | 'data' | 'metadata' | 'position'>;

/** Tells a webhook of an event, once, however often it is called. */
export const tellWebhook = async (
  commands: Commands,
  publicUrl: string,
  webhookId: string,
  cause: Cause,
): Promise<void> => {
  const payload = payloadOf(upcast(cause), publicUrl);
  if (payload === undefined) return;
  const match = { webhookId, deliveryId: subscribedDeliveryIdFor(cause.id, webhookId), payload, cause };
  await commands.execute(new DeliverToWebhook(match, causedBy(cause, new Date().toISOString())));
};

/** Tells every webhook that is subscribed to an event of it, once each, at most 16 side by side: so many an organization has. */
export const webhookSubscriptions = ({ commands, webhooks, progress, publicUrl }: Dependencies): ConsumerGroup => ({
  name: 'webhook-subscriptions',
  types: toldTypes,
  concurrency: 4,
  retryDelays: [1_000, 5_000, 30_000, 60_000],
  handle: async ({ message: cause, signal }) => {
    const payload = payloadOf(upcast(cause), publicUrl);
    if (payload === undefined) return;
    await untilPassed(progress, ['webhooks'], cause.position);
    const { organizationId } = metadataOf(cause);
    const webhookIds = await webhooks.subscribedTo(organizationId, payload.event);
    signal.throwIfAborted();
    const told = webhookIds.map((webhookId) => tellWebhook(commands, publicUrl, webhookId, cause));
    for (const one of await Promise.allSettled(told)) if (one.status === 'rejected') throw one.reason;
  },
});
