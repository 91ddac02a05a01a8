import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeEntries } from '#libs/application/glossaries/stored-entries.js';
import { keepWebhookTarget, webhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import { deliveryOf, documentId, runOnDocument, translationId, uploadDocument } from '#test/fakes/document.fixture.js';
import { GlossaryScene, glossaryId } from '#test/fakes/glossary.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { documentFiles } from './document-files.consumer.js';
import { orphanSweep } from './orphan-sweep.js';

const now = '2026-01-01T08:00:00.000Z';
const past = '2026-01-08T08:00:00.000Z';
const entries = [{ source: 'contract', target: 'contrato' }];
const target = { url: 'https://receiver.example.com', secret: null };

let eventStore: InMemoryEventStore;
let blobs: InMemoryBlobStore;
let keyVault: InMemoryKeyVault;

const put = (id: string) => blobs.put(id, Readable.from([Buffer.from('x')]));

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  blobs = new InMemoryBlobStore();
  keyVault = new InMemoryKeyVault();
});

describe('the files of a document', () => {
  const ended = async () => {
    await uploadDocument(eventStore);
    const file = { blobId: translationId, sizeBytes: 1, sha256: 'ab', model: 'm', confidence: 1 };
    const completing = { type: 'CompleteDocumentTranslation', translationId, ...file, now, expiresAt: past } as const;
    await runOnDocument(eventStore, completing);
    for (const id of [`${documentId}-source`, translationId, 'another']) await put(id);
    await keepWebhookTarget(keyVault, documentId, target, 'org_1');
  };

  it.each(['DeleteDocument', 'ExpireDocument'] as const)(
    'go after %s, and no others, however often it is told',
    async (type) => {
      await ended();
      const [event] = await runOnDocument(eventStore, { type, now: '2026-02-01T00:00:00.000Z' });
      if (event === undefined) throw new Error('It has not ended');
      const group = documentFiles(blobs, keyVault);
      await group.handle(deliveryOf(event));
      await group.handle(deliveryOf(event, { attempt: 2 }));
      expect(blobs.ids).toEqual(['another']);
    },
  );

  it('take the secret of its webhook with them when it is deleted', async () => {
    await ended();
    const [event] = await runOnDocument(eventStore, { type: 'DeleteDocument', now });
    if (event === undefined) throw new Error('It was not deleted');
    await documentFiles(blobs, keyVault).handle(deliveryOf(event));
    expect(await webhookTarget(keyVault, documentId)).toBeUndefined();
  });
});

describe('the sweep of orphans', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  const sweep = () => orphanSweep(blobs, eventStore).handle(jobOf({}));
  const pass = (hours: number) => vi.setSystemTime(Date.now() + hours * 3_600_000);

  it('removes an uploaded file that no document has', async () => {
    await put(`${documentId}-source`);
    pass(3);
    await sweep();
    expect(blobs.ids).toEqual([]);
  });

  it('leaves an upload alone that may still be going on', async () => {
    await put(`${documentId}-source`);
    pass(1);
    await sweep();
    expect(blobs.ids).toEqual([`${documentId}-source`]);
  });

  it('leaves the file of a document alone, however old', async () => {
    await uploadDocument(eventStore);
    await put(`${documentId}-source`);
    pass(24 * 365);
    await sweep();
    expect(blobs.ids).toEqual([`${documentId}-source`]);
  });

  it('removes the file of a document that was deleted', async () => {
    await uploadDocument(eventStore);
    await put(`${documentId}-source`);
    await runOnDocument(eventStore, { type: 'DeleteDocument', now });
    pass(3);
    await sweep();
    expect(blobs.ids).toEqual([]);
  });

  it('leaves everything alone that is no upload', async () => {
    await put(translationId);
    await put('doc_short-source');
    pass(3);
    await sweep();
    expect(blobs.ids).toEqual([translationId, 'doc_short-source']);
  });

  describe('of glossaries', () => {
    let scene: GlossaryScene;
    beforeEach(() => {
      scene = new GlossaryScene();
      eventStore = scene.eventStore;
      blobs = scene.blobs;
    });

    it('removes entries that no version has, and leaves every version alone', async () => {
      const first = await scene.create(entries);
      const second = await scene.replace(entries);
      await storeEntries(blobs, glossaryId, entries);
      pass(3);
      await sweep();
      expect(blobs.ids).toEqual([first.blobId, second.blobId]);
    });

    it('leaves entries alone whose event may still be written', async () => {
      await storeEntries(blobs, glossaryId, entries);
      pass(1);
      await sweep();
      expect(blobs.ids).toHaveLength(1);
    });

    it('removes the entries of a glossary that was deleted', async () => {
      await scene.create(entries);
      await scene.delete();
      pass(3);
      await sweep();
      expect(blobs.ids).toEqual([]);
    });
  });
});
