import { describe, expect, it } from 'vitest';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { deliveryId, deliveryScheduled } from '#test/fakes/webhook-delivery-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { RecordWebhookAttempt, RecordWebhookAttemptHandler } from './record-webhook-attempt.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new RecordWebhookAttemptHandler(eventStore));
const scheduled = stream(webhookDelivery, deliveryId, deliveryScheduled);

const attemptWith = (statusCode: number, attempt = 1) =>
  new RecordWebhookAttempt(
    { deliveryId, attempt, statusCode, reason: null, durationMs: 12, jitter: 0 },
    uploaderMetadata,
  );

describe('RecordWebhookAttempt', () => {
  it('a successful attempt ends the delivery', async () => {
    await given(scheduled)
      .when(attemptWith(204))
      .then(
        { type: 'WebhookDeliveryAttempted', data: { attempt: 1, outcome: 'succeeded', statusCode: 204 } },
        { type: 'WebhookDeliverySucceeded', data: { succeededAt: uploaderMetadata.occurredAt } },
      );
  });

  it('a failed attempt says when the next one is due', async () => {
    await given(scheduled)
      .when(attemptWith(500))
      .then({
        type: 'WebhookDeliveryAttempted',
        data: { outcome: 'failed', attemptedAt: uploaderMetadata.occurredAt },
      });
  });

  it('the written events are returned, none for an attempt that is recorded already', async () => {
    const { result, ports } = await given(scheduled).when(attemptWith(500)).then({ type: 'WebhookDeliveryAttempted' });
    expect(result).toMatchObject([{ type: 'WebhookDeliveryAttempted' }]);
    expect(await new RecordWebhookAttemptHandler(ports.eventStore).execute(attemptWith(500))).toEqual([]);
    expect(ports.eventStore.events).toHaveLength(2);
  });

  it('an attempt is refused for a delivery that does not exist', async () => {
    await given().when(attemptWith(204)).thenRejected('not_found');
  });
});
