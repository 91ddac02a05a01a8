import { beforeEach, expect, it } from 'vitest';
import { endpointAt, keepEndpoint } from '#libs/application/webhooks/webhook-endpoint.js';
import { keepWebhookTarget, webhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import { webhookDelivery } from '#libs/domain/webhook-delivery/webhook-delivery.decider.js';
import { execute, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import {
  deliveryOf,
  documentId,
  runOnDocument,
  translationId,
  uploadDocument,
  uploaderMetadata,
} from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { targetRef, webhookDeleted } from '#test/fakes/webhook-events.js';
import { deliveryIdFor } from './delivery-id.js';
import { documentWebhooks } from './document-webhooks.consumer.js';
import { webhookTargets } from './webhook-targets.consumer.js';

const now = '2026-01-01T08:00:00.000Z';
const past = '2026-01-08T08:00:00.000Z';

let eventStore: InMemoryEventStore;
let keyVault: InMemoryKeyVault;

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  keyVault = new InMemoryKeyVault();
  await uploadDocument(eventStore, { webhookRef: documentId });
  await keepWebhookTarget(keyVault, documentId, { url: 'https://receiver.example.com', secret: 's' }, 'org_1');
});

const last = (events: RecordedEvent[]): RecordedEvent => {
  const event = events.at(-1);
  if (event === undefined) throw new Error('Nothing was written');
  return event;
};

const complete = async () => {
  const file = { blobId: translationId, sizeBytes: 1, sha256: 'ab', model: 'm', confidence: 1 };
  const ending = { type: 'CompleteDocumentTranslation', translationId, ...file, now, expiresAt: past } as const;
  return last(await runOnDocument(eventStore, ending));
};

const expire = async () => {
  const events = await runOnDocument(eventStore, { type: 'ExpireDocument', now: '2026-02-01T00:00:00.000Z' });
  return last(events.filter(({ type }) => type === 'DocumentExpired'));
};

const schedule = (ended: RecordedEvent) =>
  documentWebhooks(backgroundCommandsOn(eventStore), 'https://api.example.com').handle(deliveryOf(ended));

const attempt = async (ended: RecordedEvent, statusCode: number, number = 1) => {
  const facts = { attempt: number, statusCode, reason: statusCode === 204 ? null : 'error_status', durationMs: 1 };
  const command = { type: 'RecordWebhookAttempt', ...facts, now, jitter: 0 } as const;
  const context = { commandId: `attempt-${statusCode}`, metadata: uploaderMetadata };
  await execute(eventStore, webhookDelivery, deliveryIdFor(ended.id), command, context);
  return last(eventStore.events);
};

const handle = (message: RecordedEvent) => webhookTargets(eventStore, keyVault).handle(deliveryOf(message));
const isKept = async () => (await webhookTarget(keyVault, documentId)) !== undefined;

it.each([204, 410])('the target goes with the expiry when its delivery has ended with %i', async (status) => {
  const ended = await complete();
  await schedule(ended);
  await handle(await attempt(ended, status));
  expect(await isKept()).toBe(true);
  const expired = await expire();
  await handle(expired);
  expect(await isKept()).toBe(false);
  await handle(expired);
});

it('the target stays while a delivery of an expired document is tried again, and goes with its end', async () => {
  const ended = await complete();
  await schedule(ended);
  await attempt(ended, 500);
  await handle(await expire());
  expect(await isKept()).toBe(true);
  await handle(await attempt(ended, 204, 2));
  expect(await isKept()).toBe(false);
});

it('the target stays while a delivery is not even scheduled', async () => {
  await complete();
  await handle(await expire());
  expect(await isKept()).toBe(true);
});

it('the URL and secrets of a webhook go with it, if its deletion was broken off', async () => {
  await keepEndpoint(keyVault, targetRef, { url: 'https://a.example/', secret: 's', previous: null }, 'org_1');
  await eventStore.append('webhook-1', toNewEvents('delete', [webhookDeleted], uploaderMetadata), 'no-stream');
  await handle(last(eventStore.events));
  expect(await endpointAt(keyVault, targetRef)).toBeUndefined();
  expect(await isKept()).toBe(true);
});
