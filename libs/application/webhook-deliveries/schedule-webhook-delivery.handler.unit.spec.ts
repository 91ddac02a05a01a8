import { describe, it } from 'vitest';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { deliveryId, deliveryScheduled } from '#test/fakes/webhook-delivery-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { ScheduleWebhookDelivery, ScheduleWebhookDeliveryHandler } from './schedule-webhook-delivery.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new ScheduleWebhookDeliveryHandler(eventStore));
const { targetRef, payload } = deliveryScheduled.data;
const delivery = { deliveryId, targetRef, payload, commandId: 'event-1/webhook' };
const schedule = new ScheduleWebhookDelivery(delivery, uploaderMetadata);

describe('ScheduleWebhookDelivery', () => {
  it('a delivery is written with its payload and target reference, in the organization of its cause', async () => {
    await given()
      .when(schedule)
      .then({
        type: 'WebhookDeliveryScheduled',
        data: { organizationId: 'org_1', targetRef, payload, scheduledAt: uploaderMetadata.occurredAt },
      });
  });

  it('a delivery is written once, however often it is sent', () =>
    given().when(schedule).thenOnce({ type: 'WebhookDeliveryScheduled' }));

  it('a delivery that is scheduled already is left alone', async () => {
    await given(stream(webhookDelivery, deliveryId, deliveryScheduled))
      .when(schedule)
      .then();
  });
});
