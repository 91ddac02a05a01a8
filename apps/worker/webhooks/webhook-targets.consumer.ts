import { forgetEndpoint } from '#libs/application/webhooks/webhook-endpoint.js';
import { forgetWebhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import { document } from '#libs/domain/document/document.decider.js';
import { upcast } from '#libs/domain/upcasting.js';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { loadState, streamName } from '#libs/event-sourcing/command-execution.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';
import type { ConsumerGroup, Message } from '#libs/ports/message-bus/message-bus.port.js';
import { deliveryIdFor } from './delivery-id.js';

type Log = Pick<EventStore, 'readStream'>;

const hasEnded = async (eventStore: Log, deliveryId: string): Promise<boolean> => {
  const { status } = (await loadState(eventStore, webhookDelivery, deliveryId)).state;
  return status === 'succeeded' || status === 'failed';
};

/** Whether the document has expired, and every delivery that its translations caused has ended. */
const isDone = async (eventStore: Log, documentId: string): Promise<boolean> => {
  const deliveries: string[] = [];
  let isExpired = false;
  for await (const recorded of eventStore.readStream(streamName(document.category, documentId))) {
    const event = upcast(recorded);
    isExpired ||= event.type === 'DocumentExpired';
    if (event.type !== 'DocumentTranslationCompleted' && event.type !== 'DocumentTranslationFailed') continue;
    if (event.data.webhookRef !== null) deliveries.push(deliveryIdFor(recorded.id));
  }
  if (!isExpired) return false;
  for (const deliveryId of deliveries) if (!(await hasEnded(eventStore, deliveryId))) return false;
  return true;
};

/** The document that the event may have been the last of. */
const documentOf = async (eventStore: Log, message: Message): Promise<string | undefined> => {
  const event = upcast(message);
  if (event.type === 'DocumentExpired') return event.data.documentId;
  if (event.type !== 'WebhookDeliverySucceeded' && event.type !== 'WebhookDeliveryFailed') return undefined;
  const { state } = await loadState(eventStore, webhookDelivery, event.data.deliveryId);
  return state.status === 'none' || state.webhookId !== undefined ? undefined : state.targetRef;
};

/**
 * Removes the URL and secrets of a deleted webhook, and those of an expired document's webhook as soon as nothing will
 * be delivered any more: whichever comes last, the expiry or the end of a delivery, finds the other in the log.
 */
export const webhookTargets = (eventStore: Log, secrets: Secrets): ConsumerGroup => ({
  name: 'webhook-targets',
  types: ['DocumentExpired', 'WebhookDeliverySucceeded', 'WebhookDeliveryFailed', 'WebhookDeleted'],
  concurrency: 4,
  retryDelays: [1_000, 10_000, 60_000, 600_000],
  handle: async ({ message }) => {
    if (message.type === 'WebhookDeleted') return forgetEndpoint(secrets, String(message.data.targetRef));
    const documentId = await documentOf(eventStore, message);
    if (documentId !== undefined && (await isDone(eventStore, documentId))) {
      await forgetWebhookTarget(secrets, documentId);
    }
  },
});
