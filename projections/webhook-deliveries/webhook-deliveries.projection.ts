import type { WebhookDeliveryEvent } from '#libs/domain/webhook-delivery/webhook-delivery.events.js';
import type { WebhookRetentionEvent } from '#libs/domain/webhook-retention/webhook-retention.events.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { WebhookDeliveryEntity } from './webhook-delivery.entity.js';

export const webhookDeliveries = projection<
  WebhookDeliveryEntity,
  (WebhookDeliveryEvent | WebhookRetentionEvent)['type']
>({
  name: 'webhook-deliveries',
  version: 1,
  table: 'read_model.webhook_delivery',
  primaryKey: ['id'],
  onFailure: 'park',
  handlers: {
    WebhookDeliveryScheduled: (rows, { data }) => {
      const { document_id, sequence } = data.payload;
      rows.insert({
        id: data.deliveryId,
        organization_id: data.organizationId,
        webhook_id: data.webhookId ?? null,
        sequence: typeof sequence === 'number' ? sequence : null,
        document_id: typeof document_id === 'string' ? document_id : null,
        event: data.payload.event,
        target_ref: data.targetRef,
        status: 'pending',
        next_attempt_at: data.scheduledAt,
        created_at: data.scheduledAt,
      });
    },
    WebhookDeliveryAttempted: (rows, { data }) =>
      rows.update({ id: data.deliveryId }, { next_attempt_at: data.nextAttemptAt }),
    WebhookDeliveryRescheduled: (rows, { data }) =>
      rows.update({ id: data.deliveryId }, { status: 'pending', next_attempt_at: data.scheduledAt }),
    WebhookDeliverySucceeded: (rows, { data }) =>
      rows.update({ id: data.deliveryId }, { status: 'succeeded', next_attempt_at: null }),
    WebhookDeliveryFailed: (rows, { data }) =>
      rows.update({ id: data.deliveryId }, { status: 'failed', next_attempt_at: null }),
    WebhookDeliveriesRemoved: (rows, { data }) => {
      for (const id of data.deliveryIds) rows.delete({ id });
    },
  },
});
