import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ChangeOrganizationSettings,
  ChangeOrganizationSettingsHandler,
} from '#libs/application/organizations/change-organization-settings.handler.js';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import { AppendOutcomeUnknownError } from '#libs/ports/event-store/event-store.errors.js';
import { documentId, runOnDocument, translationId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { organizationCreated, organizationId } from '#test/fakes/organization-events.js';
import { keepForMs, RequestedTranslation, usedModel } from './requested-translation.fixture.js';
import { translationLease } from './translation-lease.js';

let fixture: RequestedTranslation;

/** Progress of a document of a hundred segments. */
const of = (segmentsDone: number) => ({ segmentsDone, segmentsTotal: 100 });

beforeEach(async () => {
  fixture = await RequestedTranslation.open();
});
afterEach(() => fixture.close());

describe('a requested translation', () => {
  it('a translation is completed, with its file and the time of its removal', async () => {
    await fixture.deliver();
    const [completed, ...more] = fixture.written();
    expect(more).toEqual([]);
    expect(completed).toMatchObject({
      type: 'DocumentTranslationCompleted',
      data: { documentId, translationId, blobId: translationId, sizeBytes: 4, model: 'a-model', confidence: 0.9 },
    });
    const { completedAt, expiresAt } = completed?.data ?? {};
    expect(Date.parse(String(expiresAt)) - Date.parse(String(completedAt))).toBe(keepForMs);
    expect(fixture.blobs.ids).toEqual([translationId]);
    expect(fixture.discarded).toEqual([translationId]);
  });

  it('a translation is kept as long as its organization has set, where that is less than the operator keeps it', async () => {
    const events = toNewEvents('created', [organizationCreated], uploaderMetadata);
    await fixture.eventStore.append(streamName(organization.category, organizationId), events, 'no-stream');
    const metadata = { ...uploaderMetadata, requestId: 'req_settings' };
    const changes = new ChangeOrganizationSettings({ retention: { documents: 'P1D' } }, metadata);
    await new ChangeOrganizationSettingsHandler(fixture.eventStore).execute(changes);
    await fixture.deliver();
    const { completedAt, expiresAt } =
      fixture.written().find(({ type }) => type === 'DocumentTranslationCompleted')?.data ?? {};
    expect(Date.parse(String(expiresAt)) - Date.parse(String(completedAt))).toBe(24 * 60 * 60 * 1000);
  });

  it('a translation is done in the name, and with the request, of the caller', async () => {
    await fixture.deliver();
    const { organizationId, keyId, subject, sealedClient, requestId } = uploaderMetadata;
    expect(fixture.written()[0]?.metadata).toMatchObject({
      organizationId,
      keyId,
      subject,
      sealedClient,
      requestId,
      actorType: 'system',
    });
  });

  it('a translation is done once, however often its message is delivered', async () => {
    await fixture.deliver();
    await fixture.deliver();
    await fixture.deliver({ attempt: 2 });
    expect(fixture.written()).toHaveLength(1);
    expect(fixture.translate).toHaveBeenCalledTimes(1);
    expect(fixture.blobs.ids).toEqual([translationId]);
  });

  it('the end is written once when the response of the store is lost', async () => {
    fixture.eventStore.failAppend(new AppendOutcomeUnknownError('lost'), { written: true });
    await fixture.deliver();
    expect(fixture.written()).toHaveLength(1);
  });

  it('messages of one translation are handled one at a time', () =>
    expect(fixture.group().keyOf?.(fixture.message)).toBe(translationId));

  it('a translation reports progress that never goes backwards', async () => {
    fixture.translate = async ({ onProgress }) => {
      for (const done of [10, 50, 30, 100]) await onProgress(of(done), () => usedModel);
      return fixture.translating();
    };
    await fixture.deliver();
    expect(fixture.written().map(({ type, data }) => [type, data.segmentsDone, data.segmentsTotal])).toEqual([
      ['DocumentTranslationProgressed', 10, 100],
      ['DocumentTranslationProgressed', 50, 100],
      ['DocumentTranslationProgressed', 100, 100],
      ['DocumentTranslationCompleted', undefined, undefined],
    ]);
    for (const { data } of fixture.written()) expect(data).toMatchObject(usedModel);
  });

  it('a document that was not counted at its upload is counted once it is read, and its translation has that size', async () => {
    fixture.close();
    fixture = await RequestedTranslation.open({ counted: false, wordCount: 0, segmentCount: 0 });
    const size = { wordCount: 900, characterCount: 5_200, segmentCount: 80 };
    fixture.translate = async ({ onRead }) => {
      await onRead({ size, pageCount: 4, pageCountSource: 'file' });
      return fixture.translating();
    };
    await fixture.deliver();
    expect(fixture.written()).toMatchObject([
      { type: 'DocumentCounted', data: { ...size, pageCount: 4, pageCountSource: 'file' } },
      { type: 'DocumentTranslationCompleted', data: { wordCount: 900, characterCount: 5_200 } },
    ]);
  });

  it.each([
    ['laid out', 'layout', ['DocumentCounted', 'DocumentTranslationCompleted']],
    ['read', 'file', ['DocumentTranslationCompleted']],
  ] as const)('of a counted document that is %s only new pages are recorded', async (_, pageCountSource, types) => {
    fixture.translate = async ({ onRead }) => {
      const size = { wordCount: 1, characterCount: 1, segmentCount: 1 };
      await onRead({ size, pageCount: 4, pageCountSource });
      return fixture.translating();
    };
    await fixture.deliver();
    expect(fixture.written().map(({ type }) => type)).toEqual(types);
  });
});

describe('a document that was deleted', () => {
  it('a deleted document is not translated, and nothing of it is left', async () => {
    await runOnDocument(fixture.eventStore, { type: 'DeleteDocument', now: '2026-11-21T08:01:00.000Z' });
    await fixture.translating();
    await fixture.deliver();
    expect(fixture.translate).not.toHaveBeenCalled();
    expect(fixture.written().map(({ type }) => type)).toEqual(['DocumentDeleted']);
    expect(fixture.blobs.ids).toEqual([]);
    expect(fixture.discarded).toEqual([translationId]);
  });

  it('a document deleted during its translation ends the work at the next report of progress', async () => {
    fixture.translate = vi.fn(async ({ signal, onProgress }) => {
      await runOnDocument(fixture.eventStore, { type: 'DeleteDocument', now: new Date().toISOString() });
      await onProgress(of(100), () => usedModel);
      signal.throwIfAborted();
      return fixture.translating();
    });
    await fixture.deliver();
    expect(fixture.discarded).toEqual([translationId]);
    expect(fixture.blobs.ids).toEqual([]);
    expect(fixture.written().map(({ type }) => type)).toEqual(['DocumentDeleted']);
  });

  it('a document deleted during its translation leaves no file behind', async () => {
    fixture.translate = async () => {
      await runOnDocument(fixture.eventStore, { type: 'DeleteDocument', now: '2026-11-21T08:01:00.000Z' });
      return fixture.translating();
    };
    await fixture.deliver();
    expect(fixture.written().map(({ type }) => type)).toEqual(['DocumentDeleted']);
    expect(fixture.blobs.ids).toEqual([]);
    expect(fixture.discarded).toEqual([translationId]);
  });

  it('a document whose file is gone since it was deleted during its translation is no failure', async () => {
    fixture.translate = async () => {
      await runOnDocument(fixture.eventStore, { type: 'DeleteDocument', now: '2026-11-21T08:01:00.000Z' });
      throw new BlobNotFoundError('secret-blob');
    };
    await fixture.deliver();
    expect(fixture.written().map(({ type }) => type)).toEqual(['DocumentDeleted']);
    expect(fixture.told).toEqual([]);
    expect(fixture.kept).toEqual([]);
    expect(fixture.discarded).toEqual([translationId]);
  });
});

describe('a worker that stops', () => {
  it('a worker that stops leaves the document to the next one, even at the last try', async () => {
    const stopping = new AbortController();
    fixture.translate = async () => {
      stopping.abort(new Error('the worker stops'));
      throw new FormatError('invalid', 'cut off by the stop');
    };
    await expect(fixture.deliver({ signal: stopping.signal, attempt: fixture.lastTry() })).rejects.toThrow('cut off');
    expect(fixture.written()).toEqual([]);
    expect(fixture.discarded).toEqual([]);
  });
});

describe('a worker that has a translation in hand', () => {
  it('a worker keeps every other one from the translation until it has ended', async () => {
    const inHand: string[][] = [];
    fixture.translate = async () => {
      inHand.push(fixture.leases.names);
      return fixture.translating();
    };
    await Promise.all([fixture.deliver(), fixture.deliver()]);
    expect(inHand).toEqual([[translationLease(translationId)]]);
    expect(fixture.leases.names).toEqual([]);
    expect(fixture.written().map(({ type }) => type)).toEqual(['DocumentTranslationCompleted']);
  });

  it('a worker that loses the translation stops, which counts as no try', async () => {
    fixture.translate = async ({ signal }) => {
      fixture.leases.lose(translationLease(translationId));
      signal.throwIfAborted();
      return fixture.translating();
    };
    await expect(fixture.deliver({ attempt: fixture.lastTry() })).rejects.toMatchObject({ retryable: true });
    expect(fixture.written()).toEqual([]);
    expect(fixture.discarded).toEqual([]);
  });
});
