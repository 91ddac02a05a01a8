import type { Decider } from '../decider.js';
import type { WebhookRetentionEvent } from './webhook-retention.events.js';

export type WebhookRetentionCommand = { type: 'RemoveDeliveries'; data: WebhookRetentionEvent['data'] };

/** Whether a batch of deliveries was removed. */
export type WebhookRetention = { isApplied: boolean };

/** A batch is removed once, by whoever comes first. */
export const webhookRetention: Decider<WebhookRetentionCommand, WebhookRetentionEvent, WebhookRetention> = {
  category: 'webhook_retention',
  initialState: { isApplied: false },
  decide: ({ data }, { isApplied }) => (isApplied ? [] : [{ type: 'WebhookDeliveriesRemoved', data }]),
  evolve: () => ({ isApplied: true }),
};
