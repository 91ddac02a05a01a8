import { describe, it } from 'vitest';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { deliveryId, deliveryScheduled } from '#test/fakes/webhook-delivery-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { EndWebhookDelivery, EndWebhookDeliveryHandler } from './end-webhook-delivery.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new EndWebhookDeliveryHandler(eventStore));
const hold = new EndWebhookDelivery(deliveryId, 'endpoint_disabled', uploaderMetadata);

describe('EndWebhookDelivery', () => {
  it('a pending delivery is ended once', () =>
    given(stream(webhookDelivery, deliveryId, deliveryScheduled))
      .when(hold)
      .then({ type: 'WebhookDeliveryFailed', data: { deliveryId, reason: 'endpoint_disabled' } }));

  it('a delivery that does not exist is not found', () => given().when(hold).thenRejected('not_found'));
});
