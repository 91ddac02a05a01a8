import { expect, it } from 'vitest';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { RemoveWebhookDeliveries, RemoveWebhookDeliveriesHandler } from './remove-webhook-deliveries.handler.js';

const { organizationId, occurredAt } = uploaderMetadata;
const removed = {
  deliveryIds: ['whd_1', 'whd_2'],
  retention: 'P14D',
  scheduledBefore: '2026-11-07T08:00:00.000Z',
};

it('a batch is removed once, however many find it, and another batch beside it', async () => {
  const eventStore = new InMemoryEventStore();
  const handler = new RemoveWebhookDeliveriesHandler(eventStore);
  const remove = (deliveryIds: string[], requestId: string) =>
    handler.execute(
      new RemoveWebhookDeliveries({ ...removed, deliveryIds }, { ...uploaderMetadata, requestId, occurredAt }),
    );
  await Promise.all([remove(removed.deliveryIds, 'req_1'), remove(removed.deliveryIds, 'req_2')]);
  await remove(['whd_3'], 'req_1');
  expect(eventStore.events.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'WebhookDeliveriesRemoved', data: { organizationId, ...removed, removedAt: occurredAt } },
    {
      type: 'WebhookDeliveriesRemoved',
      data: { organizationId, ...removed, deliveryIds: ['whd_3'], removedAt: occurredAt },
    },
  ]);
});
