import type { DomainEvent } from '../decider.js';

/** Records of deliveries were removed because the organization keeps them no longer: one batch, in a stream of its own. */
export type WebhookRetentionEvent = DomainEvent<
  'WebhookDeliveriesRemoved',
  {
    organizationId: string;
    deliveryIds: string[];
    /** How long deliveries are kept, as an ISO 8601 duration. */
    retention: string;
    /** All of them were scheduled before it, RFC 3339. */
    scheduledBefore: string;
    removedAt: string;
  }
>;
