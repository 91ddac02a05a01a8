import type { DocumentEvent } from '#libs/domain/document/document.events.js';
import { upcast } from '#libs/domain/upcasting.js';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import type { WebhookPayload } from '#libs/domain/webhook-delivery/webhook-delivery.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
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

/** Schedules the webhook of each translation that has ended, where one was asked for at upload. */
export const documentWebhooks = (eventStore: EventStore, publicUrl: string): ConsumerGroup => ({
  name: 'document-webhooks',
  types: ['DocumentTranslationCompleted', 'DocumentTranslationFailed'],
  concurrency: 4,
  retryDelays: [1_000, 5_000, 30_000, 60_000],
  handle: async ({ message }) => {
    const event = upcast(message);
    if (event.type !== 'DocumentTranslationCompleted' && event.type !== 'DocumentTranslationFailed') return;
    const { organizationId, webhookRef: targetRef } = event.data;
    if (targetRef === null) return;
    const deliveryId = deliveryIdFor(message.id);
    const now = new Date().toISOString();
    const payload = payloadOf(event, publicUrl);
    const command = { type: 'ScheduleWebhookDelivery', deliveryId, organizationId, targetRef, payload, now } as const;
    const context = { commandId: `${message.id}/webhook`, metadata: causedBy(message, now) };
    await execute(eventStore, webhookDelivery, deliveryId, command, context);
  },
});
