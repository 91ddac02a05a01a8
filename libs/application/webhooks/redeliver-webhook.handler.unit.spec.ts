import { describe, it } from 'vitest';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { deliveryId, deliveryScheduled } from '#test/fakes/webhook-delivery-events.js';
import { webhookCreated, webhookDisabled, webhookId } from '#test/fakes/webhook-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { RedeliverWebhook, RedeliverWebhookHandler } from './redeliver-webhook.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new RedeliverWebhookHandler(eventStore));
const active = stream(webhook, webhookId, webhookCreated);
const delivery = stream(webhookDelivery, deliveryId, {
  ...deliveryScheduled,
  data: { ...deliveryScheduled.data, targetRef: webhookId, webhookId },
});
const redeliver = (organizationId = 'org_1', id = deliveryId) =>
  new RedeliverWebhook(webhookId, id, { ...uploaderMetadata, organizationId });

describe('RedeliverWebhook', () => {
  it('a message is due again at once, and once for a request', () =>
    given(active, delivery)
      .when(redeliver())
      .thenOnce({
        type: 'WebhookDeliveryRescheduled',
        data: { deliveryId, scheduledAt: uploaderMetadata.occurredAt },
      }));

  it('a disabled webhook is a conflict', () =>
    given(stream(webhook, webhookId, webhookCreated, webhookDisabled), delivery)
      .when(redeliver())
      .thenRejected('conflict'));

  it.each([
    ['of another organization', redeliver('org_2'), delivery],
    ['that does not exist', redeliver('org_1', 'whd_01KAH3W7J4B2X8Y6Z5V9T0S1R3'), delivery],
    ['with no id of a delivery', redeliver('org_1', 'x'), delivery],
    ['of a document’s own webhook', redeliver(), stream(webhookDelivery, deliveryId, deliveryScheduled)],
  ])('a message %s is not found', async (_what, command, of) => {
    await given(active, of).when(command).thenRejected('not_found');
  });
});
