import { beforeEach, describe, expect, it } from 'vitest';
import { webhook } from '#libs/domain/webhook/webhook.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { isOutage } from '#libs/platform/errors/is-outage.js';
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
import { webhookCreated } from '#test/fakes/webhook-events.js';
import { subscribedDeliveryIdFor } from './delivery-id.js';
import { webhookSubscriptions } from './webhook-subscriptions.consumer.js';

const now = '2026-11-21T08:01:00.000Z';
const ids = ['whk_01KAH3W7J4B2X8Y6Z5V9T0S1R2', 'whk_01KAH3W7J4B2X8Y6Z5V9T0S1R3'];

let eventStore: InMemoryEventStore;
let asked: unknown[];

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  asked = [];
  for (const webhookId of ids) {
    const created = { ...webhookCreated, data: { ...webhookCreated.data, webhookId } };
    const events = toNewEvents(`create/${webhookId}`, [created], uploaderMetadata);
    await eventStore.append(streamName(webhook.category, webhookId), events, 'no-stream');
  }
});

const completed = async (): Promise<RecordedEvent> => {
  await uploadDocument(eventStore);
  const file = { blobId: translationId, sizeBytes: 1, sha256: 'ab', model: 'm', confidence: 1 };
  const command = { type: 'CompleteDocumentTranslation', translationId, ...file, now, expiresAt: now } as const;
  const [event] = await runOnDocument(eventStore, command);
  return event ?? expect.unreachable();
};

const consumer = ({ isLate = false } = {}) =>
  webhookSubscriptions({
    commands: backgroundCommandsOn(eventStore),
    webhooks: {
      subscribedTo: async (organizationId, event) => {
        asked.push([organizationId, event]);
        return ids;
      },
    },
    progress: {
      waitFor: async (names, position) => {
        asked.push([...names, position]);
        return !isLate;
      },
    },
    publicUrl: 'https://api.example.com',
  });
const scheduled = () => eventStore.events.filter(({ type }) => type === 'WebhookDeliveryScheduled');

describe('subscriptions', () => {
  it('an event is told to each webhook that is subscribed, under an id and a number of its own', async () => {
    const event = await completed();
    await consumer().handle(deliveryOf(event));
    const payload = {
      event: 'document.completed',
      document_id: documentId,
      status: 'completed',
      source_language: 'en',
      target_language: 'es',
      download_url: `https://api.example.com/v1/documents/${documentId}/download?target=es`,
      timestamp: now,
      sequence: 1,
    };
    expect(scheduled().map(({ data }) => data)).toMatchObject(
      ids.map((webhookId) => ({ webhookId, deliveryId: subscribedDeliveryIdFor(event.id, webhookId), payload })),
    );
    expect(asked).toEqual([
      ['webhooks', event.position],
      ['org_1', 'document.completed'],
    ]);
  });

  it('an event is told once, however often it comes', async () => {
    const event = await completed();
    for (let count = 0; count < 3; count += 1) await consumer().handle(deliveryOf(event));
    expect(scheduled()).toHaveLength(2);
    expect(eventStore.events.filter(({ type }) => type === 'WebhookEventMatched')).toHaveLength(2);
  });

  it('an event waits until the list of webhooks has caught up with it', async () => {
    const event = await completed();
    await expect(consumer({ isLate: true }).handle(deliveryOf(event))).rejects.toSatisfy(isOutage);
    expect(scheduled()).toEqual([]);
  });

  it('the messages belong to the request that caused them, and are the system’s doing', async () => {
    await consumer().handle(deliveryOf(await completed()));
    expect(scheduled()[0]?.metadata).toMatchObject({ requestId: 'req_1', actorType: 'system' });
  });
});
