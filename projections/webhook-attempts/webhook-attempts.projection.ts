import { projection } from '#libs/read-side/projection/projection.port.js';
import type { WebhookAttemptEntity } from './webhook-attempt.entity.js';

/** Attempts in a table of their own, since an event changes rows without reading them and cannot append to an array. */
export const webhookAttempts = projection<
  WebhookAttemptEntity,
  'WebhookDeliveryAttempted' | 'WebhookDeliveriesRemoved'
>({
  name: 'webhook-attempts',
  version: 1,
  table: 'read_model.webhook_attempt',
  primaryKey: ['delivery_id', 'attempt'],
  onFailure: 'park',
  handlers: {
    WebhookDeliveryAttempted: (rows, { data }) =>
      rows.insert({
        delivery_id: data.deliveryId,
        attempt: data.attempt,
        outcome: data.outcome,
        status_code: data.statusCode,
        reason: data.reason,
        duration_ms: data.durationMs,
        attempted_at: data.attemptedAt,
      }),
    WebhookDeliveriesRemoved: (rows, { data }) => {
      for (const delivery_id of data.deliveryIds) rows.delete({ delivery_id });
    },
  },
});
