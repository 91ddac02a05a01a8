import { describe, expect, it } from 'vitest';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { targetRef, webhookCreated, webhookId } from '#test/fakes/webhook-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { DeleteWebhook, DeleteWebhookHandler } from './delete-webhook.handler.js';
import { endpointAt, keepEndpoint } from './webhook-endpoint.js';

const endpoint = { url: 'https://receiver.example.com/', secret: 's', previous: null };
const { given } = handlerSpecification(
  ({ eventStore, keyVault }) => new DeleteWebhookHandler(eventStore, keyVault),
  ({ keyVault }) => keepEndpoint(keyVault, targetRef, endpoint, 'org_1'),
);

describe('DeleteWebhook', () => {
  it('a webhook is deleted with its URL and secrets', async () => {
    const { ports } = await given(stream(webhook, webhookId, webhookCreated))
      .when(new DeleteWebhook(webhookId, uploaderMetadata))
      .then({ type: 'WebhookDeleted', data: { webhookId } });
    expect(await endpointAt(ports.keyVault, targetRef)).toBeUndefined();
  });

  it('a webhook of another organization counts as missing, and stays', async () => {
    const ports = await given(stream(webhook, webhookId, webhookCreated))
      .when(new DeleteWebhook(webhookId, { ...uploaderMetadata, organizationId: 'org_2' }))
      .thenRejected('not_found');
    expect(await endpointAt(ports.keyVault, targetRef)).toEqual(endpoint);
  });
});
