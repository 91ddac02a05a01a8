import type { Commands } from '#libs/application/commands.js';
import { RedeliverWebhook } from '#libs/application/webhooks/redeliver-webhook.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { upcast } from '#libs/domain/upcasting.js';
import { metadataOf } from '#libs/event-sourcing/event-metadata.js';
import type { ConsumerGroup } from '#libs/ports/message-bus/message-bus.port.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import type { WebhookDeliveryQueries } from '#projections/webhook-deliveries/webhook-deliveries.queries.js';
import { causedBy } from '../system-metadata.js';
import { untilPassed } from '../until-passed.js';

interface Dependencies {
  commands: Commands;
  deliveries: Pick<WebhookDeliveryQueries, 'inPeriod'>;
  progress: Pick<ProjectionProgress, 'waitFor'>;
}

/** Sends the messages of a replay again, in the order of their numbers; each once, however often the event comes. */
export const webhookReplays = ({ commands, deliveries, progress }: Dependencies): ConsumerGroup => ({
  name: 'webhook-replays',
  types: ['WebhookReplayRequested'],
  concurrency: 4,
  perOrganization: 1,
  retryDelays: [1_000, 5_000, 30_000, 60_000],
  handle: async ({ message, signal }) => {
    const event = upcast(message);
    if (event.type !== 'WebhookReplayRequested') return;
    const { webhookId, start, end } = event.data;
    await untilPassed(progress, ['webhook-deliveries'], message.position);
    const metadata = causedBy(message, metadataOf(message).occurredAt);
    for (const deliveryId of await deliveries.inPeriod(webhookId, start, end)) {
      signal.throwIfAborted();
      try {
        await commands.execute(new RedeliverWebhook(webhookId, deliveryId, metadata));
      } catch (error) {
        // It was disabled or deleted meanwhile: there is nowhere to send the rest to.
        if (error instanceof Rejection) return;
        throw error;
      }
    }
  },
});
