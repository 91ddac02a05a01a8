import { describe, it } from 'vitest';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { webhookCreated, webhookDisabled, webhookId } from '#test/fakes/webhook-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { ReplayWebhook, ReplayWebhookHandler } from './replay-webhook.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new ReplayWebhookHandler(eventStore));
const period = { start: '2026-11-20T00:00:00.000Z', end: '2026-11-21T00:00:00.000Z', deliveries: 3 };
const replay = (organizationId = 'org_1') =>
  new ReplayWebhook(webhookId, period, { ...uploaderMetadata, organizationId });

describe('ReplayWebhook', () => {
  it('a replay is written once, with its period', () =>
    given(stream(webhook, webhookId, webhookCreated))
      .when(replay())
      .thenOnce({ type: 'WebhookReplayRequested', data: { webhookId, ...period } }));

  it('a disabled webhook is a conflict', () =>
    given(stream(webhook, webhookId, webhookCreated, webhookDisabled))
      .when(replay())
      .thenRejected('conflict'));

  it('a webhook of another organization is not found', () =>
    given(stream(webhook, webhookId, webhookCreated))
      .when(replay('org_2'))
      .thenRejected('not_found'));
});
