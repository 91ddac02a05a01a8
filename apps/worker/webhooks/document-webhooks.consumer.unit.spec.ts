import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import { deliveryOf, documentId, runOnDocument, translationId, uploadDocument } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { deliveryIdFor } from './delivery-id.js';
import { documentWebhooks } from './document-webhooks.consumer.js';

const now = '2026-11-21T08:01:00.000Z';
const expiresAt = '2026-11-28T08:01:00.000Z';

let eventStore: InMemoryEventStore;

beforeEach(() => {
  eventStore = new InMemoryEventStore();
});

const ended = async (how: 'completed' | 'failed', webhookRef: string | null = documentId): Promise<RecordedEvent> => {
  await uploadDocument(eventStore, { webhookRef });
  const file = { blobId: translationId, sizeBytes: 1, sha256: 'ab', model: 'm', confidence: 1 };
  const error = { code: 'processing_failed', message: 'The file is damaged.' };
  const [event] = await runOnDocument(
    eventStore,
    how === 'completed'
      ? { type: 'CompleteDocumentTranslation', translationId, ...file, now, expiresAt }
      : { type: 'FailDocumentTranslation', translationId, error, now, expiresAt },
  );
  if (event === undefined) throw new Error('It has not ended');
  return event;
};

const deliver = (message: RecordedEvent) =>
  documentWebhooks(backgroundCommandsOn(eventStore), 'https://api.example.com').handle(deliveryOf(message));

const scheduled = () => eventStore.events.filter(({ type }) => type === 'WebhookDeliveryScheduled');

describe('a webhook', () => {
  it('a webhook reports a completed document', async () => {
    await deliver(await ended('completed'));
    expect(scheduled()).toMatchObject([
      {
        data: {
          organizationId: 'org_1',
          targetRef: documentId,
          payload: {
            event: 'document.completed',
            document_id: documentId,
            status: 'completed',
            source_language: 'en',
            target_language: 'es',
            download_url: `https://api.example.com/v1/documents/${documentId}/download?target=es`,
            timestamp: now,
          },
        },
      },
    ]);
  });

  it('a webhook reports a failed document, and the reason', async () => {
    await deliver(await ended('failed'));
    expect(scheduled()[0]?.data.payload).toEqual({
      event: 'document.failed',
      document_id: documentId,
      status: 'failed',
      source_language: 'en',
      target_language: 'es',
      timestamp: now,
      error: { code: 'processing_failed', message: 'The file is damaged.' },
    });
  });

  it('a webhook is scheduled once, however often its event comes', async () => {
    const message = await ended('completed');
    for (let count = 0; count < 3; count += 1) await deliver(message);
    expect(scheduled().map(({ data }) => data.deliveryId)).toEqual([deliveryIdFor(message.id)]);
  });

  it('a webhook is not sent when none was requested', async () => {
    await deliver(await ended('completed', null));
    expect(scheduled()).toEqual([]);
  });

  it('a webhook belongs to the request that uploaded the document', async () => {
    await deliver(await ended('completed'));
    expect(scheduled()[0]?.metadata).toMatchObject({ requestId: 'req_1', actorType: 'system' });
  });
});
