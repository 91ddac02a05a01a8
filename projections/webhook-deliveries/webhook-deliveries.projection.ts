import type { WebhookDeliveryEvent } from '#libs/domain/webhook-delivery/webhook-delivery.events.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { WebhookDeliveryEntity } from './webhook-delivery.entity.js';

export const webhookDeliveries = projection<WebhookDeliveryEntity, WebhookDeliveryEvent['type']>({
  name: 'webhook-deliveries',
  version: 1,
  table: 'read_model.webhook_delivery',
  primaryKey: ['id'],
  onFailure: 'park',
  handlers: {
    WebhookDeliveryScheduled: (rows, { data }) => {
      const { document_id } = data.payload;
      rows.insert({
        id: data.deliveryId,
        organization_id: data.organizationId,
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
    WebhookDeliverySucceeded: (rows, { data }) =>
      rows.update({ id: data.deliveryId }, { status: 'succeeded', next_attempt_at: null }),
    WebhookDeliveryFailed: (rows, { data }) =>
      rows.update({ id: data.deliveryId }, { status: 'failed', next_attempt_at: null }),
  },
});
