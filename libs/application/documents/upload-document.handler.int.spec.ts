import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { webhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import { CuttingProxy } from '#libs/ports/event-store/contract/cutting-proxy.js';
import { eventNumbered } from '#libs/ports/event-store/contract/numbered-events.js';
import { readWhole } from '#libs/ports/event-store/contract/reading.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { migrateEventStore } from '#libs/ports/event-store/postgres/migrate-event-store.js';
import { connectPostgresEventStore } from '#libs/ports/event-store/postgres/postgres-event-store.js';
import { documentId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { RecordedQuota } from '#test/fakes/recorded-quota.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { SourceFiles } from './source-files.js';
import { UploadDocument, UploadDocumentHandler } from './upload-document.handler.js';

const webhook = { url: 'https://receiver.example.com/hook', secret: null };

describe('an upload whose connection to the log breaks while its event is written', () => {
  let database: TestDatabase;
  let proxy: CuttingProxy;
  let store: EventStore;
  const blobs = new InMemoryBlobStore();
  const keyVault = new InMemoryKeyVault();

  beforeEach(async () => {
    database = await createTestDatabase();
    await migrateEventStore(database.url);
    const url = new URL(database.url);
    proxy = await CuttingProxy.start(Number(url.port));
    url.port = String(proxy.port);
    store = await connectPostgresEventStore({ connectionString: url.href });
    await store.append('first-1', [eventNumbered(1)], 'no-stream'); // opens the connection that is cut
  });

  afterEach(async () => {
    await store.close();
    await proxy.stop();
    await database.drop();
  });

  const upload = async () => {
    const subjectKeys = new InMemorySubjectKeys();
    const files = new SourceFiles(blobs, store, keyVault);
    const blob = await files.store(
      { documentId, organizationId: 'org_1' },
      Readable.from([Buffer.from('Good morning.')]),
      AbortSignal.timeout(60_000),
    );
    const format = { name: 'txt', mediaType: 'text/plain', extensions: [], options: [], isNamedOtherwise: false };
    const counted = {
      isCounted: true,
      pageCount: 1,
      pageCountSource: 'estimate' as const,
      wordCount: 2,
      characterCount: 13,
      segmentCount: 1,
      detectedLanguage: 'en',
    };
    const handler = new UploadDocumentHandler(
      store,
      new ShoutingEngine(),
      subjectKeys,
      keyVault,
      { detect: async () => format, assertWritable: async () => undefined, count: async () => counted },
      files,
      { referenceFor: async () => undefined },
      new RecordedQuota(),
      { waitingOf: () => ({ documents: 0, words: 0 }) },
      blobs,
    );
    const command = new UploadDocument(
      {
        documentId,
        file: { name: 'letter.txt', mediaType: 'text/plain', blob },
        source: undefined,
        target: 'es',
        options: {},
        webhook,
        tier: 'pro',
        repeatable: undefined,
      },
      { ...uploaderMetadata, subject: await subjectKeys.subjectFor('org_1', 'usr_1') },
    );
    return handler.execute(command);
  };

  it('its file and its webhook stay when the answer to the commit is lost and the log is away at each repetition', async () => {
    const append = store.append.bind(store);
    vi.spyOn(store, 'append').mockImplementationOnce((...args) => {
      proxy.cutNext('answered');
      proxy.refuse();
      return append(...args);
    });
    await expect(upload()).rejects.toMatchObject({ kind: 'outcome-unknown' });
    const direct = await connectPostgresEventStore({ connectionString: database.url });
    const events = await readWhole(direct, `document-${documentId}`);
    await direct.close();
    expect(events.map(({ type }) => type)).toEqual(['DocumentUploaded', 'DocumentTranslationRequested']);
    expect(blobs.ids).toEqual([`${documentId}-source`]);
    expect(await webhookTarget(keyVault, documentId)).toEqual(webhook);
  });
});
