import { describe, it } from 'vitest';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { webhookCreated, webhookDeleted, webhookDisabled, webhookId } from '#test/fakes/webhook-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { DisableWebhook, DisableWebhookHandler } from './disable-webhook.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new DisableWebhookHandler(eventStore));
const disable = new DisableWebhook(webhookId, 'failing', 'whd_1/attempt/1', uploaderMetadata);

describe('DisableWebhook', () => {
  it('an active webhook is disabled once, with the reason', () =>
    given(stream(webhook, webhookId, webhookCreated))
      .when(disable)
      .thenOnce({ type: 'WebhookDisabled', data: { webhookId, reason: 'failing' } }));

  it.each([
    ['disabled already', [webhookCreated, webhookDisabled]],
    ['deleted', [webhookCreated, webhookDeleted]],
    ['unknown', []],
  ])('a webhook that is %s stays as it is', async (_what, events) => {
    await given(stream(webhook, webhookId, ...events))
      .when(disable)
      .then();
  });
});
