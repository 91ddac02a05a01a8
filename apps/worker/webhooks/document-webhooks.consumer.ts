import type { Commands } from '#libs/application/commands.js';
import { ScheduleWebhookDelivery } from '#libs/application/webhook-deliveries/schedule-webhook-delivery.handler.js';
import type { DocumentEvent } from '#libs/domain/document/document.events.js';
import { upcast } from '#libs/domain/upcasting.js';
import type { WebhookPayload } from '#libs/domain/webhook-delivery/webhook-delivery.events.js';
import type { ConsumerGroup } from '#libs/ports/message-bus/message-bus.port.js';
import { causedBy } from '../system-metadata.js';
import { deliveryIdFor } from './delivery-id.js';

type EndedTranslation = Extract<DocumentEvent, { type: 'DocumentTranslationCompleted' | 'DocumentTranslationFailed' }>;

const payloadOf = (event: EndedTranslation, publicUrl: string): WebhookPayload => {
  const { documentId: document_id } = event.data;
  if (event.type === 'DocumentTranslationFailed') {
    const { error, failedAt: timestamp } = event.data;
    return { event: 'document.failed', document_id, status: 'failed', timestamp, error: { ...error } };
  }
  const { completedAt: timestamp } = event.data;
  const download_url = `${publicUrl}/v1/documents/${document_id}/download`;
  return { event: 'document.completed', document_id, status: 'completed', download_url, timestamp };
};

/** Schedules the webhook of each ended translation, if one was given at upload. */
export const documentWebhooks = (commands: Commands, publicUrl: string): ConsumerGroup => ({
  name: 'document-webhooks',
  types: ['DocumentTranslationCompleted', 'DocumentTranslationFailed'],
  concurrency: 4,
  retryDelays: [1_000, 5_000, 30_000, 60_000],
  handle: async ({ message }) => {
    const event = upcast(message);
    if (event.type !== 'DocumentTranslationCompleted' && event.type !== 'DocumentTranslationFailed') return;
    const { webhookRef: targetRef } = event.data;
    if (targetRef === null) return;
    const delivery = {
      deliveryId: deliveryIdFor(message.id),
      targetRef,
      payload: payloadOf(event, publicUrl),
      commandId: `${message.id}/webhook`,
    };
    const metadata = causedBy(message, new Date().toISOString());
    await commands.execute(new ScheduleWebhookDelivery(delivery, metadata));
  },
});
