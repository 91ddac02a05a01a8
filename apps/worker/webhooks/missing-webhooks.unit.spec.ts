import { beforeEach, describe, expect, it } from 'vitest';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import { deliveryOf, documentId, runOnDocument, translationId, uploadDocument } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { deliveryIdFor } from './delivery-id.js';
import { documentWebhooks } from './document-webhooks.consumer.js';
import { sweepMissing } from './missing-webhooks.js';

const publicUrl = 'https://api.example.com';
const now = '2026-11-21T08:01:00.000Z';

let eventStore: InMemoryEventStore;
beforeEach(() => {
  eventStore = new InMemoryEventStore();
});

/** The event of a failed translation, whose message reached nobody. */
const ended = async (webhookRef: string | null) => {
  await uploadDocument(eventStore, { webhookRef });
  const error = { code: 'processing_failed', message: 'The file is damaged.' };
  const [event] = await runOnDocument(eventStore, {
    type: 'FailDocumentTranslation',
    translationId,
    error,
    now,
    expiresAt: now,
  });
  return event ?? expect.unreachable();
};

const sweep = async (found: string[] = [documentId]): Promise<[string, number][]> => {
  const asked: [string, number][] = [];
  const deliveries = {
    unscheduled: async (before: string, limit: number) => {
      asked.push([before, limit]);
      return found;
    },
  };
  const commands = backgroundCommandsOn(eventStore);
  await sweepMissing({ eventStore, commands, deliveries, publicUrl }).handle(jobOf({}));
  return asked;
};

const scheduled = () => eventStore.events.filter(({ type }) => type === 'WebhookDeliveryScheduled');

describe('a webhook whose message was lost', () => {
  it('the sweep schedules it, once, as its message would have', async () => {
    const event = await ended(documentId);
    const [[before, limit] = []] = await sweep();
    expect(Date.parse(before ?? '')).toBeLessThanOrEqual(Date.now() - 15 * 60_000);
    expect(limit).toBe(500);
    await sweep();
    await documentWebhooks(backgroundCommandsOn(eventStore), publicUrl).handle(deliveryOf(event));
    expect(scheduled()).toMatchObject([
      { data: { deliveryId: deliveryIdFor(event.id), payload: { event: 'document.failed', document_id: documentId } } },
    ]);
  });

  it('the sweep leaves alone a document without a webhook, and those that it did not find', async () => {
    await ended(null);
    await sweep();
    await sweep([]);
    expect(scheduled()).toEqual([]);
  });
});
