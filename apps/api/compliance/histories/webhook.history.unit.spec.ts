import { beforeEach, expect, it } from 'vitest';
import { keepEndpoint } from '#libs/application/webhooks/webhook-endpoint.js';
import type { WebhookEvent } from '#libs/domain/webhook/webhook.events.js';
import { toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { webhookCreated, webhookDeleted, webhookDisabled, webhookId, webhookUrl } from '#test/fakes/webhook-events.js';
import { webhookHistory } from './webhook.history.js';

const { organizationId } = uploaderMetadata;
const ids = { webhookId, organizationId };
const at = '2026-11-21T08:00:00.000Z';
const rotatedTo = (targetRef: string): WebhookEvent => ({
  type: 'WebhookSecretRotated',
  data: { ...ids, targetRef, previousValidUntil: at, rotatedAt: at },
});
const movedTo = (targetRef: string): WebhookEvent => ({
  type: 'WebhookUpdated',
  data: { ...ids, targetRef, events: ['document.failed'], isUrlChanged: true, isEnabled: true, updatedAt: at },
});

let secrets: InMemoryKeyVault;

beforeEach(() => {
  secrets = new InMemoryKeyVault();
});

/** URL and status after each event, null where there is no webhook. */
const statesAfter = async (...events: WebhookEvent[]) => {
  const eventStore = new InMemoryEventStore();
  await eventStore.append(`webhook-${webhookId}`, toNewEvents('command', events, uploaderMetadata), 'no-stream');
  const history = webhookHistory({ eventStore, secrets });
  const fold = history.begin();
  const snapshots = eventStore.events.map((event) => {
    fold.apply(event);
    return fold.snapshot();
  });
  const existing = snapshots.filter((snapshot) => snapshot !== undefined);
  const shown = await history.show(
    organizationId,
    existing.map((snapshot) => ({ snapshot, time: at })),
  );
  return shown.map((state) => state as { url: string; status: string });
};
const keep = (targetRef: string) =>
  keepEndpoint(secrets, targetRef, { url: webhookUrl, secret: 'whsec_hidden', previous: null }, organizationId);

it('the URL of now is shown since it was set, over rotations of the secret; one of before is erased', async () => {
  await keep('ref_3');
  const states = await statesAfter(webhookCreated, webhookDisabled, movedTo('ref_2'), rotatedTo('ref_3'));
  expect(states.map(({ url, status }) => [url, status])).toEqual([
    ['[erased]', 'active'],
    ['[erased]', 'disabled'],
    [webhookUrl, 'active'],
    [webhookUrl, 'active'],
  ]);
  expect(JSON.stringify(states)).not.toContain('whsec_');
});

it('of a deleted webhook every URL is erased', async () => {
  const states = await statesAfter(webhookCreated, rotatedTo('ref_2'), webhookDeleted);
  expect(states.map(({ url }) => url)).toEqual(['[erased]', '[erased]']);
});
