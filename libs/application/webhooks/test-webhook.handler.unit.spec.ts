import { describe, expect, it } from 'vitest';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { webhookCreated, webhookDisabled, webhookId } from '#test/fakes/webhook-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { TestWebhook, TestWebhookHandler } from './test-webhook.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new TestWebhookHandler(eventStore));
const test = (organizationId = 'org_1') => new TestWebhook(webhookId, { ...uploaderMetadata, organizationId });

describe('TestWebhook', () => {
  it('a test is a message with the number 0, which takes none of the webhook’s numbers', async () => {
    const payload = {
      event: 'webhook.test',
      webhook_id: webhookId,
      timestamp: uploaderMetadata.occurredAt,
      sequence: 0,
    };
    const { result, ports } = await given(stream(webhook, webhookId, webhookCreated))
      .when(test())
      .then({ type: 'WebhookDeliveryScheduled', data: { webhookId, payload } });
    expect(ports.eventStore.events.at(-1)?.data.deliveryId).toBe(result);
  });

  it('a disabled webhook is a conflict', () =>
    given(stream(webhook, webhookId, webhookCreated, webhookDisabled))
      .when(test())
      .thenRejected('conflict'));

  it('a webhook of another organization is not found', () =>
    given(stream(webhook, webhookId, webhookCreated))
      .when(test('org_2'))
      .thenRejected('not_found'));
});
