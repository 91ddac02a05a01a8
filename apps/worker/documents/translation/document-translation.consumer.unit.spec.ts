import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ChangeOrganizationSettings,
  ChangeOrganizationSettingsHandler,
} from '#libs/application/organizations/change-organization-settings.handler.js';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { isErrorCode } from '#libs/domain/errors/error-catalogue.js';
import { organization } from '#libs/domain/organization/organization.decider.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import {
  BlobCorruptError,
  BlobNotFoundError,
  BlobStoreFullError,
  BlobStoreUnavailableError,
} from '#libs/ports/blob-store/blob-store.errors.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { ModelUnavailableError, UnsupportedPairError } from '#libs/ports/inference/inference.errors.js';
import type { Delivery } from '#libs/ports/message-bus/message-bus.port.js';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import {
  deliveryOf,
  documentId,
  runOnDocument,
  translationId,
  uploadDocument,
  uploaderMetadata,
} from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryLeases } from '#test/fakes/in-memory-leases.js';
import { organizationCreated, organizationId } from '#test/fakes/organization-events.js';
import { jobOf, RecordedJobs } from '#test/fakes/recorded-jobs.js';
import { documentTranslation } from './document-translation.consumer.js';
import type { DocumentWork, TranslatedDocument } from './document-translator.js';
import { GlossaryGoneError } from './glossary-of-document.js';
import { translationLease } from './translation-lease.js';
import type { TranslationDependencies } from './translation-task.js';
import { sweepUnfinished, unfinishedQueue, unfinishedTranslation } from './unfinished-translations.js';

const keepForMs = 7 * 24 * 60 * 60 * 1000;

let eventStore: InMemoryEventStore;
let blobs: InMemoryBlobStore;
let message: RecordedEvent;
let discarded: string[];
let kept: object[];
let measured: object[];
let leases: InMemoryLeases;
let told: [event: string, facts: object][];
let translate: (work: DocumentWork) => Promise<TranslatedDocument>;

/** Stands for the translator: the file exists when it resolves. */
const translating = async (): Promise<TranslatedDocument> => {
  const blob = await blobs.put(translationId, Readable.from([Buffer.from('hola')]));
  return { blob, model: 'a-model', confidence: 0.9 };
};

const hour = 3_600_000;
const requestedAt = Date.parse(uploaderMetadata.occurredAt);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: requestedAt + hour });
  eventStore = new InMemoryEventStore();
  blobs = new InMemoryBlobStore();
  discarded = [];
  kept = [];
  measured = [];
  leases = new InMemoryLeases();
  told = [];
  translate = vi.fn(translating);
  message = await uploadDocument(eventStore);
});
afterEach(() => vi.useRealTimers());

const dependencies = (): TranslationDependencies => {
  return {
    eventStore,
    commands: backgroundCommandsOn(eventStore),
    blobs,
    translator: { translate },
    batches: {
      discard: async (id) => {
        discarded.push(id);
      },
    },
    failures: {
      keep: async (failure) => {
        kept.push(failure);
      },
    },
    throughput: {
      record: async ({ source, target }, words, seconds) => {
        measured.push({ source, target, words, seconds });
      },
    },
    lifeCycle: { emit: (event, facts) => void told.push([event, facts]) },
    leases,
    keepForMs,
  };
};

const group = () => documentTranslation(dependencies(), 1);

const deliver = (changes?: Partial<Delivery>) => group().handle(deliveryOf(message, changes));

const failing = (error: Error) => {
  translate = vi.fn(async () => {
    throw error;
  });
};

/** Events after the two of the upload. */
const written = () => eventStore.events.slice(2);
const lastTry = () => group().retryDelays.length + 1;

describe('a requested translation', () => {
  it('the words of a finished document and its seconds are measured', async () => {
    await deliver();
    expect(measured).toEqual([{ source: 'en', target: 'es', words: expect.any(Number), seconds: expect.any(Number) }]);
  });

  it('nothing is measured of another attempt, which finds batches that are done', async () => {
    await deliver({ attempt: 2 });
    expect(written().map(({ type }) => type)).toEqual(['DocumentTranslationCompleted']);
    expect(measured).toEqual([]);
  });

  it('a translation is completed, with its file and the time of its removal', async () => {
    await deliver();
    const [completed, ...more] = written();
    expect(more).toEqual([]);
    expect(completed).toMatchObject({
      type: 'DocumentTranslationCompleted',
      data: { documentId, translationId, blobId: translationId, sizeBytes: 4, model: 'a-model', confidence: 0.9 },
    });
    const { completedAt, expiresAt } = completed?.data ?? {};
    expect(Date.parse(String(expiresAt)) - Date.parse(String(completedAt))).toBe(keepForMs);
    expect(blobs.ids).toEqual([translationId]);
    expect(discarded).toEqual([translationId]);
  });

  it('a translation is kept as long as its organization has set, where that is less than the operator keeps it', async () => {
    const events = toNewEvents('created', [organizationCreated], uploaderMetadata);
    await eventStore.append(streamName(organization.category, organizationId), events, 'no-stream');
    const metadata = { ...uploaderMetadata, requestId: 'req_settings' };
    const changes = new ChangeOrganizationSettings({ retention: { documents: 'P1D' } }, metadata);
    await new ChangeOrganizationSettingsHandler(eventStore).execute(changes);
    await deliver();
    const { completedAt, expiresAt } =
      written().find(({ type }) => type === 'DocumentTranslationCompleted')?.data ?? {};
    expect(Date.parse(String(expiresAt)) - Date.parse(String(completedAt))).toBe(24 * 60 * 60 * 1000);
  });

  it('a translation is done in the name, and with the request, of the caller', async () => {
    await deliver();
    const { organizationId, keyId, subject, sealedClient, requestId } = uploaderMetadata;
    expect(written()[0]?.metadata).toMatchObject({
      organizationId,
      keyId,
      subject,
      sealedClient,
      requestId,
      actorType: 'system',
    });
  });

  it('a translation is done once, however often its message is delivered', async () => {
    await deliver();
    await deliver();
    await deliver({ attempt: 2 });
    expect(written()).toHaveLength(1);
    expect(translate).toHaveBeenCalledTimes(1);
    expect(blobs.ids).toEqual([translationId]);
  });

  it('the end is written once when the response of the store is lost', async () => {
    eventStore.failAppend(new AppendOutcomeUnknownError('lost'), { written: true });
    await deliver();
    expect(written()).toHaveLength(1);
  });

  it('messages of one translation are handled one at a time', () =>
    expect(group().keyOf?.(message)).toBe(translationId));

  it('a translation reports progress that never goes backwards', async () => {
    translate = async ({ onProgress }) => {
      for (const done of [10, 50, 30, 100]) await onProgress(done);
      return translating();
    };
    await deliver();
    expect(written().map(({ type, data }) => [type, data.segmentsDone, data.segmentsTotal])).toEqual([
      ['DocumentTranslationProgressed', 10, 100],
      ['DocumentTranslationProgressed', 50, 100],
      ['DocumentTranslationProgressed', 100, 100],
      ['DocumentTranslationCompleted', undefined, undefined],
    ]);
  });
});

describe('a document that was deleted', () => {
  it('a deleted document is not translated, and nothing of it is left', async () => {
    await runOnDocument(eventStore, { type: 'DeleteDocument', now: '2026-11-21T08:01:00.000Z' });
    await translating();
    await deliver();
    expect(translate).not.toHaveBeenCalled();
    expect(written().map(({ type }) => type)).toEqual(['DocumentDeleted']);
    expect(blobs.ids).toEqual([]);
    expect(discarded).toEqual([translationId]);
  });

  it('a document deleted during its translation ends the work at the next report of progress', async () => {
    translate = vi.fn(async ({ signal, onProgress }) => {
      await runOnDocument(eventStore, { type: 'DeleteDocument', now: new Date().toISOString() });
      await onProgress(1_000_000);
      signal.throwIfAborted();
      return translating();
    });
    await deliver();
    expect(discarded).toEqual([translationId]);
    expect(blobs.ids).toEqual([]);
    expect(written().map(({ type }) => type)).toEqual(['DocumentDeleted']);
  });

  it('a document deleted during its translation leaves no file behind', async () => {
    translate = async () => {
      await runOnDocument(eventStore, { type: 'DeleteDocument', now: '2026-11-21T08:01:00.000Z' });
      return translating();
    };
    await deliver();
    expect(written().map(({ type }) => type)).toEqual(['DocumentDeleted']);
    expect(blobs.ids).toEqual([]);
    expect(discarded).toEqual([translationId]);
  });

  it('a document whose file is gone since it was deleted during its translation is no failure', async () => {
    translate = async () => {
      await runOnDocument(eventStore, { type: 'DeleteDocument', now: '2026-11-21T08:01:00.000Z' });
      throw new BlobNotFoundError('secret-blob');
    };
    await deliver();
    expect(written().map(({ type }) => type)).toEqual(['DocumentDeleted']);
    expect(told).toEqual([]);
    expect(kept).toEqual([]);
    expect(discarded).toEqual([translationId]);
  });
});

describe('a failure that lasts', () => {
  it.each([
    ['a damaged file', new FormatError('invalid', 'The file is damaged.'), 'processing_failed', 'The file is damaged.'],
    ['a pair that is gone', new UnsupportedPairError('en', 'es'), 'invalid_language', undefined],
    ['a file that is gone', new BlobNotFoundError('secret-blob'), 'processing_failed', undefined],
    ['a glossary that is gone', new GlossaryGoneError('secret-glossary'), 'glossary_not_found', undefined],
    ['a file that was changed', new BlobCorruptError('secret-blob'), 'processing_failed', undefined],
  ])('a lasting failure ends the translation at once: %s', async (_what, error, code, text) => {
    failing(error);
    await deliver();
    const [failed] = written();
    expect(failed).toMatchObject({ type: 'DocumentTranslationFailed', data: { translationId, error: { code } } });
    const { error: failure, failedAt, expiresAt } = failed?.data ?? {};
    expect(JSON.stringify(failure)).not.toContain('secret');
    if (text !== undefined) expect(failure).toMatchObject({ message: text });
    expect(Date.parse(String(expiresAt)) - Date.parse(String(failedAt))).toBe(keepForMs);
    expect(discarded).toEqual([translationId]);
  });
});

describe('a failure that may pass', () => {
  const passing = [new ModelUnavailableError('down'), new Error('who knows')];

  it.each(passing)('a passing failure is left to the next try, with the finished batches: %s', async (error) => {
    failing(error);
    for (let attempt = 1; attempt < lastTry(); attempt += 1) {
      await expect(deliver({ attempt })).rejects.toThrow(error);
    }
    expect(written()).toEqual([]);
    expect(discarded).toEqual([]);
  });

  it.each(passing)('a failure that has not passed at the last try ends the translation: %s', async (error) => {
    failing(error);
    await deliver({ attempt: lastTry() });
    const [failed] = written();
    expect(failed?.type).toBe('DocumentTranslationFailed');
    const { error: failure } = failed?.data ?? {};
    const { code = '', message: text } = Object(failure);
    expect(isErrorCode(code)).toBe(true);
    expect(code).toBe(error instanceof ModelUnavailableError ? 'model_unavailable' : 'processing_failed');
    expect(text).not.toMatch(/who knows|down/);
  });

  it('a translation is completed by a later try after a failure has passed', async () => {
    failing(new ModelUnavailableError('down'));
    await expect(deliver()).rejects.toThrow();
    translate = translating;
    await deliver({ attempt: 2 });
    expect(written().map(({ type }) => type)).toEqual(['DocumentTranslationCompleted']);
  });

  it.each([
    new EventStoreUnavailableError('down'),
    new AppendOutcomeUnknownError('down'),
    new BlobStoreUnavailableError('down'),
    new BlobStoreFullError(),
    Object.assign(new Error('down'), { code: 'ECONNREFUSED' }),
  ])('an outage is waited for, also at the last try: %s', async (error) => {
    failing(error);
    await expect(deliver({ attempt: lastTry() })).rejects.toThrow(error);
    expect(written()).toEqual([]);
    expect(discarded).toEqual([]);
  });

  it('a translation whose end could not be written is completed by a later try', async () => {
    eventStore.failAppend(new EventStoreUnavailableError('down'));
    await expect(deliver({ attempt: lastTry() })).rejects.toThrow('down');
    await deliver({ attempt: lastTry() });
    expect(written().map(({ type }) => type)).toEqual(['DocumentTranslationCompleted']);
    expect(blobs.ids).toEqual([translationId]);
  });
});

describe('a worker that stops', () => {
  it('a worker that stops leaves the document to the next one, even at the last try', async () => {
    const stopping = new AbortController();
    translate = async () => {
      stopping.abort(new Error('the worker stops'));
      throw new FormatError('invalid', 'cut off by the stop');
    };
    await expect(deliver({ signal: stopping.signal, attempt: lastTry() })).rejects.toThrow('cut off');
    expect(written()).toEqual([]);
    expect(discarded).toEqual([]);
  });
});

describe('the cause of a failed document', () => {
  const cause = { name: 'TypeError', stack: expect.arrayContaining([expect.stringContaining('unit.spec')]) };

  it('the cause is reported and stored with class and place, never its message, when the last try fails', async () => {
    failing(new TypeError('cannot read “Dear Sir”'));
    await deliver({ attempt: lastTry() });
    const attempts = lastTry();
    expect(kept).toEqual([{ documentId, translationId, code: 'processing_failed', cause, attempts }]);
    expect(told).toEqual([
      [
        'document.failed',
        { document: documentId, translation: translationId, code: 'processing_failed', cause, attempt: attempts },
      ],
    ]);
  });

  it('the cause is reported at once when another try would end in the same way', async () => {
    failing(new UnsupportedPairError('en', 'xx'));
    await deliver();
    expect(told).toMatchObject([['document.failed', { attempt: 1, code: 'invalid_language' }]]);
  });

  it('the cause of a try that is retried is neither reported nor stored, since the message reports it', async () => {
    failing(new TypeError('once'));
    await expect(deliver()).rejects.toThrow(TypeError);
    expect([told, kept]).toEqual([[], []]);
  });

  it('the cause is reported, and the document has failed, also when the cause cannot be stored', async () => {
    failing(new TypeError('a bug'));
    const delivery = deliveryOf(message, { attempt: lastTry() });
    const failures = { keep: () => Promise.reject(new Error('no table')) };
    const unkept = documentTranslation({ ...dependencies(), failures }, 1);
    await expect(unkept.handle(delivery)).rejects.toThrow('no table');
    expect(written().map(({ type }) => type)).toEqual(['DocumentTranslationFailed']);
    expect(told).toHaveLength(1);
  });
});

describe('a worker that has a translation in hand', () => {
  it('a worker keeps every other one from the translation until it has ended', async () => {
    const inHand: string[][] = [];
    translate = async () => {
      inHand.push(leases.names);
      return translating();
    };
    await Promise.all([deliver(), deliver()]);
    expect(inHand).toEqual([[translationLease(translationId)]]);
    expect(leases.names).toEqual([]);
    expect(written().map(({ type }) => type)).toEqual(['DocumentTranslationCompleted']);
  });

  it('a worker that loses the translation stops, which counts as no try', async () => {
    translate = async ({ signal }) => {
      leases.lose(translationLease(translationId));
      signal.throwIfAborted();
      return translating();
    };
    await expect(deliver({ attempt: lastTry() })).rejects.toMatchObject({ retryable: true });
    expect(written()).toEqual([]);
    expect(discarded).toEqual([]);
  });
});

describe('a translation that nobody has in hand', () => {
  const found = { document_id: documentId, translation_id: translationId, organization_id: 'org_1', sequence: 1 };
  const unfinished = { ...found, requested_at: uploaderMetadata.occurredAt };
  const data = { documentId, translationId, revision: 1 };
  const takeUp = (changes = {}) => unfinishedTranslation(dependencies()).handle({ ...jobOf(data), ...changes });

  it('the sweep gives the workers what was requested a quarter of an hour ago, once', async () => {
    const jobs = new RecordedJobs();
    const asked: [string, number][] = [];
    const documents = {
      unfinished: async (before: string, limit: number) => {
        asked.push([before, limit]);
        return [unfinished];
      },
    };
    const sweep = sweepUnfinished(jobs, documents, async () => undefined);
    await sweep.handle(jobOf({}));
    await sweep.handle(jobOf({}));
    expect(jobs.enqueued).toEqual([{ queue: unfinishedQueue, data, startAfter: undefined, key: translationId }]);
    expect(asked[0]).toEqual([new Date(requestedAt + 0.75 * hour).toISOString(), 500]);
  });

  it('its message that comes a day after it was requested finds it given up too', async () => {
    vi.setSystemTime(requestedAt + 24 * hour + 1);
    await deliver();
    expect(translate).not.toHaveBeenCalled();
    expect(written().map(({ type }) => type)).toEqual(['DocumentTranslationFailed']);
  });

  it('it is translated without its message', async () => {
    await takeUp();
    expect(written().map(({ type }) => type)).toEqual(['DocumentTranslationCompleted']);
  });

  it('it is left to the worker that has it in hand', async () => {
    const lease = await leases.acquire(translationLease(translationId), new AbortController().signal);
    await takeUp();
    expect(translate).not.toHaveBeenCalled();
    await lease.release();
  });

  it('it fails a day after it was requested, and nothing of it is left', async () => {
    vi.setSystemTime(requestedAt + 24 * hour + 1);
    await takeUp();
    expect(translate).not.toHaveBeenCalled();
    const message = 'The document could not be translated within 24 hours.';
    expect(written()).toMatchObject([
      { type: 'DocumentTranslationFailed', data: { error: { code: 'processing_failed', message } } },
    ]);
    expect(discarded).toEqual([translationId]);
    expect(told).toMatchObject([['document.failed', { code: 'processing_failed' }]]);
  });

  it.each([0, 48])('it is left as it is when it has ended meanwhile, %i hours later', async (hours) => {
    await deliver();
    vi.setSystemTime(requestedAt + hours * hour);
    await takeUp();
    expect(written()).toHaveLength(1);
    expect(blobs.ids).toEqual([translationId]);
  });

  it('a job for an unknown document does nothing', async () => {
    await takeUp({ data: { ...data, documentId: 'doc_unknown' } });
    expect(written()).toEqual([]);
  });
});
