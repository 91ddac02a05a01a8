import type { Commands } from '#libs/application/commands.js';
import { ScheduleWebhookDelivery } from '#libs/application/webhook-deliveries/schedule-webhook-delivery.handler.js';
import { upcast } from '#libs/domain/upcasting.js';
import type { ConsumerGroup, Message } from '#libs/ports/message-bus/message-bus.port.js';
import { causedBy } from '../system-metadata.js';
import { deliveryIdFor } from './delivery-id.js';
import { payloadOf } from './webhook-events.js';

/** Types of the events with which a translation ends. */
export const endedTranslationTypes: readonly string[] = ['DocumentTranslationCompleted', 'DocumentTranslationFailed'];

/** Schedules the webhook of an ended translation, if one was given at upload; once, however often it is called. */
export const scheduleWebhook = async (commands: Commands, publicUrl: string, message: Message): Promise<void> => {
  const event = upcast(message);
  if (event.type !== 'DocumentTranslationCompleted' && event.type !== 'DocumentTranslationFailed') return;
  const { webhookRef: targetRef } = event.data;
  const payload = payloadOf(event, publicUrl);
  if (targetRef === null || payload === undefined) return;
  const delivery = {
    deliveryId: deliveryIdFor(message.id),
    targetRef,
    payload,
    commandId: `${message.id}/webhook`,
  };
  const metadata = causedBy(message, new Date().toISOString());
  await commands.execute(new ScheduleWebhookDelivery(delivery, metadata));
};

/** Schedules the webhook of each ended translation. */
export const documentWebhooks = (commands: Commands, publicUrl: string): ConsumerGroup => ({
  name: 'document-webhooks',
  types: endedTranslationTypes,
  concurrency: 4,
  retryDelays: [1_000, 5_000, 30_000, 60_000],
  handle: ({ message }) => scheduleWebhook(commands, publicUrl, message),
});
