import { it } from 'vitest';
import { given } from '#test/decider/decider-specification.js';
import { type WebhookRetentionCommand, webhookRetention } from './webhook-retention.decider.js';

const data = {
  organizationId: 'org_1',
  deliveryIds: ['whd_1', 'whd_2'],
  retention: 'P14D',
  scheduledBefore: '2026-11-07T08:00:00.000Z',
  removedAt: '2026-11-21T08:00:00.000Z',
};
const remove: WebhookRetentionCommand = { type: 'RemoveDeliveries', data };

it('a batch of deliveries is removed once', () => {
  const removed = { type: 'WebhookDeliveriesRemoved', data } as const;
  given(webhookRetention, []).when(remove).then([removed]);
  given(webhookRetention, [removed]).when(remove).then([]);
});
