import { beforeEach, describe, expect, it } from 'vitest';
import { forgetEndpoint, keepEndpoint } from '#libs/application/webhooks/webhook-endpoint.js';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { targetRef, webhookCreated, webhookId, webhookUrl } from '#test/fakes/webhook-events.js';
import { FindWebhookHandler } from './find-webhook.handler.js';

let secrets: InMemoryKeyVault;
let finding: FindWebhookHandler;

beforeEach(async () => {
  const eventStore = new InMemoryEventStore();
  secrets = new InMemoryKeyVault();
  finding = new FindWebhookHandler(eventStore, secrets);
  const events = toNewEvents('create', [webhookCreated], uploaderMetadata);
  await eventStore.append(streamName(webhook.category, webhookId), events, 'no-stream');
  await keepEndpoint(secrets, targetRef, { url: webhookUrl, secret: 'hidden', previous: null }, 'org_1');
});

describe('a webhook that is looked for', () => {
  it('a webhook is shown with its URL, and without its secret', async () => {
    expect(await finding.handle('org_1', webhookId)).toEqual({
      id: webhookId,
      url: webhookUrl,
      events: ['document.completed'],
      delivery: 'push',
      status: 'active',
      created_at: webhookCreated.data.createdAt,
    });
  });

  it.each([
    ['of another organization', 'org_2', webhookId],
    ['that does not exist', 'org_1', 'whk_01KAH3W7J4B2X8Y6Z5V9T0S1R3'],
    ['with no id of a webhook', 'org_1', 'doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2'],
  ])('a webhook %s is not found, and left out of a list', async (_what, organizationId, id) => {
    expect((await rejectionOf(() => finding.handle(organizationId, id))).code).toBe('not_found');
    expect(await finding.all(organizationId, [id])).toEqual([]);
  });

  it('a webhook that is being changed is a conflict', async () => {
    await forgetEndpoint(secrets, targetRef);
    expect((await rejectionOf(() => finding.handle('org_1', webhookId))).code).toBe('conflict');
  });
});
