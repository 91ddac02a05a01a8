import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeEntries } from '#libs/application/glossaries/stored-entries.js';
import { newReportBlob } from '#libs/application/reports/stored-report.js';
import {
  pageCountBlobOf,
  pagePictureBlobOf,
  pagesBlobOf,
  reportBlobOf,
  rulesBlobOf,
  sourceBlobOf,
  sourcePdfBlobOf,
  withBlobsBeside,
} from '#libs/documents/stored-files/document-blobs.js';
import { keepWebhookTarget, webhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import { pageCountContent } from '#libs/documents/stored-files/page-pictures.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { deliveryOf, documentId, runOnDocument, translationId, uploadDocument } from '#test/fakes/document.fixture.js';
import { GlossaryFixture, glossaryId } from '#test/fakes/glossary.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryKeyVault } from '#test/fakes/in-memory-key-vault.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { recordReport, reportBlobId, reportCompleted, reportId, reportRequested } from '#test/fakes/report-events.js';
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

it('documents of one organization leave a place to those of others, however many pictures they have', () => {
  const { concurrency, perOrganization } = documentFiles(blobs, keyVault);
  expect(perOrganization).toBeLessThan(concurrency);
});

describe('the files of a document', () => {
  const ended = async () => {
    await uploadDocument(eventStore);
    const file = { blobId: translationId, sizeBytes: 1, sha256: 'ab', model: 'm', confidence: 1 };
    const completing = { type: 'CompleteDocumentTranslation', translationId, ...file, now, expiresAt: past } as const;
    await runOnDocument(eventStore, completing);
    const report = reportBlobOf(documentId, translationId);
    for (const id of [`${documentId}-source`, pagesBlobOf(documentId), translationId, report, 'another']) await put(id);
    await put(sourcePdfBlobOf(documentId));
    for (const file of [{ documentId }, { documentId, translationId }]) {
      await blobs.put(pageCountBlobOf(file), pageCountContent(1_200));
      for (const page of [1, 2, 501, 1_200]) await put(pagePictureBlobOf(file, page));
    }
    await keepWebhookTarget(keyVault, documentId, target, 'org_1');
  };

  it.each(['DeleteDocument', 'ExpireDocument'] as const)(
    'the files of a document are removed after %s, and no others, however often the event comes',
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

  it('pictures of pages are removed also where the request has removed the files before', async () => {
    await ended();
    const [event] = await runOnDocument(eventStore, { type: 'DeleteDocument', now });
    if (event === undefined) throw new Error('It was not deleted');
    for (const blobId of withBlobsBeside(documentId, [sourceBlobOf(documentId), translationId]))
      await blobs.delete(blobId);
    await documentFiles(blobs, keyVault).handle(deliveryOf(event));
    expect(blobs.ids).toEqual(['another']);
  });

  it('the secret of a document’s webhook is removed with its files', async () => {
    await ended();
    const [event] = await runOnDocument(eventStore, { type: 'DeleteDocument', now });
    if (event === undefined) throw new Error('It was not deleted');
    await documentFiles(blobs, keyVault).handle(deliveryOf(event));
    expect(await webhookTarget(keyVault, documentId)).toBeUndefined();
  });
});

const requestWithRules = (rulesBlobId: string) =>
  ({
    type: 'RequestDocumentTranslation',
    translationId: newId('trn'),
    targetLanguage: 'fr',
    options: { domain: 'general', preserveLayout: true, translateHeaders: true, quality: 'fast', rulesBlobId },
    estimatedCompletion: now,
    now,
  }) as const;

describe('the sweep of orphans', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  let place: string | undefined;
  let readInLog: string[];
  let active: Set<string>;
  let glossaryRows: Map<string, string>;
  let reportRows: Set<string>;
  let allowed: boolean;
  beforeEach(() => {
    place = undefined;
    readInLog = [];
    active = new Set();
    glossaryRows = new Map();
    reportRows = new Set();
    allowed = true;
  });

  const sweep = (maxPages?: number) => {
    const readStream: InMemoryEventStore['readStream'] = (stream, options) => {
      readInLog.push(stream);
      return eventStore.readStream(stream, options);
    };
    const remembered = {
      read: async () => place,
      save: async (after: string) => {
        place = after;
      },
      clear: async () => {
        place = undefined;
      },
    };
    const readModels = {
      documents: { active: async () => active },
      glossaries: { newestBlobs: async () => glossaryRows },
      reports: { withFiles: async () => reportRows },
    };
    const removals = { areAllowed: async () => allowed };
    const stores = { blobs, eventStore: { readStream }, secrets: keyVault };
    const dependencies = { ...stores, ...readModels, removals, place: remembered };
    return orphanSweep(dependencies, maxPages).handle(jobOf({}));
  };
  const pass = (hours: number) => vi.setSystemTime(Date.now() + hours * 3_600_000);

  it('the sweep removes an uploaded file that belongs to no document', async () => {
    await put(`${documentId}-source`);
    pass(3);
    await sweep();
    expect(blobs.ids).toEqual([]);
  });

  it('the sweep removes the pages of a file that belongs to no document', async () => {
    await put(pagesBlobOf(documentId));
    pass(3);
    await sweep();
    expect(blobs.ids).toEqual([]);
  });

  it('the sweep removes the webhook target of an upload that was not written', async () => {
    await put(`${documentId}-source`);
    await keepWebhookTarget(keyVault, documentId, target, 'org_1');
    pass(3);
    await sweep();
    expect(await webhookTarget(keyVault, documentId)).toBeUndefined();
  });

  it('the sweep leaves an upload alone that may still be in progress', async () => {
    await put(`${documentId}-source`);
    pass(1);
    await sweep();
    expect(blobs.ids).toEqual([`${documentId}-source`]);
  });

  it('the sweep leaves the file of a document alone, however old', async () => {
    await uploadDocument(eventStore);
    await put(`${documentId}-source`);
    pass(24 * 365);
    await sweep();
    expect(blobs.ids).toEqual([`${documentId}-source`]);
  });

  it('the sweep removes the file of a document that was deleted', async () => {
    await uploadDocument(eventStore);
    await put(`${documentId}-source`);
    await runOnDocument(eventStore, { type: 'DeleteDocument', now });
    pass(3);
    await sweep();
    expect(blobs.ids).toEqual([]);
  });

  it('the sweep leaves the file of a report alone, and removes one of a try that another one overtook', async () => {
    await recordReport(eventStore, reportRequested);
    const overtaken = newReportBlob(reportId);
    for (const id of [reportBlobId, overtaken]) await put(id);
    pass(3);
    await sweep();
    expect(blobs.ids).toEqual([reportBlobId, overtaken]);
    await recordReport(eventStore, reportCompleted);
    await sweep();
    expect(blobs.ids).toEqual([reportBlobId]);
  });

  it('a report that the log knows nothing of and the read model does keeps its file', async () => {
    await put(reportBlobId);
    reportRows.add(reportId);
    pass(3);
    await sweep();
    expect(blobs.ids).toEqual([reportBlobId]);
    reportRows.clear();
    await sweep();
    expect(blobs.ids).toEqual([]);
  });

  it('rules of a document that the log knows nothing of and the read model does are left alone', async () => {
    await put(rulesBlobOf(documentId, translationId));
    active.add(documentId);
    pass(3);
    await sweep();
    expect(blobs.ids).toHaveLength(1);
  });

  it('nothing is removed while that is not allowed, and the next run begins where this one stopped', async () => {
    await put(`${documentId}-source`);
    pass(3);
    allowed = false;
    await sweep();
    expect(blobs.ids).toEqual([`${documentId}-source`]);
    expect(place).toBeUndefined();
    allowed = true;
    await sweep();
    expect(blobs.ids).toEqual([]);
  });

  it('the sweep leaves every blob alone that is no upload', async () => {
    await put(translationId);
    await put('doc_short-source');
    pass(3);
    await sweep();
    expect(blobs.ids).toEqual([translationId, 'doc_short-source']);
  });

  it('the sweep removes rules whose request was refused, and leaves those of a translation alone', async () => {
    const rules = (translation: string) => rulesBlobOf(documentId, translation);
    await uploadDocument(eventStore);
    const [requested] = await runOnDocument(eventStore, requestWithRules(rules(translationId)));
    active.add(documentId);
    await put(rules(translationId));
    await put(rules(translationId.replace(/.$/, 'Z')));
    pass(3);
    await sweep();
    expect(requested?.data.options).toMatchObject({ rulesBlobId: rules(translationId) });
    expect(blobs.ids).toEqual([rules(translationId)]);
  });

  it('a document of the read model is not looked up in the log', async () => {
    await uploadDocument(eventStore);
    await put(`${documentId}-source`);
    active.add(documentId);
    pass(3);
    await sweep();
    expect(blobs.ids).toEqual([`${documentId}-source`]);
    expect(readInLog).toEqual([]);
  });

  it('a run looks at so many pages, the next one goes on behind them, and the one after the end begins again', async () => {
    const idOf = (number: number) => `doc_${String(number).padStart(26, '0')}`;
    for (let number = 0; number < 1_200; number += 1) {
      active.add(idOf(number));
      await put(`${idOf(number)}-source`);
    }
    active.delete(idOf(999));
    active.delete(idOf(1_000));
    pass(3);
    await sweep(2);
    expect(place).toBe(`${idOf(999)}-source`);
    expect(blobs.ids).toHaveLength(1_199);
    await sweep(2);
    expect(place).toBeUndefined();
    expect(blobs.ids).toHaveLength(1_198);
    active.delete(idOf(0));
    await sweep(2);
    expect(blobs.ids).toHaveLength(1_197);
  });

  describe('the sweep of glossaries', () => {
    let fixture: GlossaryFixture;
    beforeEach(() => {
      fixture = new GlossaryFixture();
      eventStore = fixture.eventStore;
      blobs = fixture.blobs;
    });

    it('the sweep removes entries that belong to no version, and leaves every version alone', async () => {
      const first = await fixture.create(entries);
      const second = await fixture.replace(entries);
      await storeEntries(blobs, glossaryId, entries, 'org_1');
      pass(3);
      await sweep();
      expect(blobs.ids).toEqual([first.blobId, second.blobId]);
    });

    it('entries of a glossary that the log lacks, or lacks in its newest version, stay while the read model has them', async () => {
      const blobOf = (id: string) => storeEntries(blobs, id, entries, 'org_1').then(({ blobId }) => blobId);
      await fixture.create(entries);
      const lost = newId('glo');
      const kept = [await blobOf(lost), await blobOf(lost), await blobOf(glossaryId)];
      glossaryRows.set(lost, kept[0] ?? '').set(glossaryId, kept[2] ?? '');
      pass(3);
      await sweep();
      expect(blobs.ids).toHaveLength(4);
      glossaryRows.clear();
      await sweep();
      expect(blobs.ids).toHaveLength(1);
    });

    it('the sweep leaves entries alone whose event may still be written', async () => {
      await storeEntries(blobs, glossaryId, entries, 'org_1');
      pass(1);
      await sweep();
      expect(blobs.ids).toHaveLength(1);
    });

    it('the sweep removes the entries of a glossary that was deleted', async () => {
      await fixture.create(entries);
      await fixture.delete();
      pass(3);
      await sweep();
      expect(blobs.ids).toEqual([]);
    });
  });
});
