import { describe, expect, it } from 'vitest';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import {
  targetRef,
  webhookCreated,
  webhookDeleted,
  webhookDisabled,
  webhookId,
  webhookSecret,
  webhookUrl,
} from '#test/fakes/webhook-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { UpdateWebhook, UpdateWebhookHandler, type WebhookChanges } from './update-webhook.handler.js';
import { endpointAt, keepEndpoint } from './webhook-endpoint.js';

const endpoint = { url: webhookUrl, secret: webhookSecret, previous: null };
const { given } = handlerSpecification(
  ({ eventStore, keyVault }) => new UpdateWebhookHandler(eventStore, keyVault),
  ({ keyVault }) => keepEndpoint(keyVault, targetRef, endpoint, 'org_1'),
);
const update = (changes: Partial<WebhookChanges>, organizationId = 'org_1') =>
  new UpdateWebhook(
    webhookId,
    { url: undefined, events: undefined, isEnabled: false, ...changes },
    { ...uploaderMetadata, organizationId },
  );
const newUrl = 'https://other.example.com/hook';

describe('UpdateWebhook', () => {
  it('a new URL takes the place of the old one, and the secret stays', async () => {
    const { ports } = await given(stream(webhook, webhookId, webhookCreated))
      .when(update({ url: newUrl }))
      .then({ type: 'WebhookUpdated', data: { isUrlChanged: true, targetRef: `${webhookId}/req_1` } });
    expect(await endpointAt(ports.keyVault, `${webhookId}/req_1`)).toEqual({ ...endpoint, url: newUrl });
    expect(await endpointAt(ports.keyVault, targetRef)).toBeUndefined();
    expect(JSON.stringify(ports.eventStore.events)).not.toContain('example.com');
  });

  it('other events leave URL and secret where they are', async () => {
    const { ports } = await given(stream(webhook, webhookId, webhookCreated))
      .when(update({ events: ['document.failed'] }))
      .then({ type: 'WebhookUpdated', data: { events: ['document.failed'], isUrlChanged: false, targetRef } });
    expect(await endpointAt(ports.keyVault, targetRef)).toEqual(endpoint);
  });

  it('a disabled webhook becomes active again', () =>
    given(stream(webhook, webhookId, webhookCreated, webhookDisabled))
      .when(update({ isEnabled: true }))
      .then({ type: 'WebhookUpdated', data: { isEnabled: true } }));

  it.each([
    ['of another organization', 'org_2', [webhookCreated]],
    ['that was deleted', 'org_1', [webhookCreated, webhookDeleted]],
    ['that was never made', 'org_1', []],
  ])('a webhook %s counts as missing, and keeps its URL', async (_what, organizationId, events) => {
    for (const changes of [{ url: newUrl }, { isEnabled: true }]) {
      const ports = await given(stream(webhook, webhookId, ...events))
        .when(update(changes, organizationId))
        .thenRejected('not_found');
      expect(await endpointAt(ports.keyVault, `${webhookId}/req_1`)).toBeUndefined();
      expect(await endpointAt(ports.keyVault, targetRef)).toEqual(endpoint);
    }
  });
});
