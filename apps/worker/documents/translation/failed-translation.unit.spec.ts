import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { isErrorCode } from '#libs/domain/errors/error-catalogue.js';
import {
  BlobCorruptError,
  BlobNotFoundError,
  BlobStoreFullError,
  BlobStoreUnavailableError,
} from '#libs/ports/blob-store/blob-store.errors.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { ModelUnavailableError, UnsupportedPairError } from '#libs/ports/inference/inference.errors.js';
import { StorageExceededError } from '#libs/ports/stored-bytes/stored-bytes.errors.js';
import { deliveryOf, documentId, translationId } from '#test/fakes/document.fixture.js';
import { documentTranslation } from './document-translation.consumer.js';
import { GlossaryGoneError } from './glossary-of-document.js';
import { keepForMs, RequestedTranslation } from './requested-translation.fixture.js';

let fixture: RequestedTranslation;

beforeEach(async () => {
  fixture = await RequestedTranslation.open();
});
afterEach(() => fixture.close());

describe('a failure that lasts', () => {
  it.each([
    ['a damaged file', new FormatError('invalid', 'The file is damaged.'), 'processing_failed', 'The file is damaged.'],
    ['a pair that is gone', new UnsupportedPairError('en', 'es'), 'invalid_language', undefined],
    ['a file that is gone', new BlobNotFoundError('secret-blob'), 'processing_failed', undefined],
    ['a glossary that is gone', new GlossaryGoneError('secret-glossary'), 'glossary_not_found', undefined],
    ['a file that was changed', new BlobCorruptError('secret-blob'), 'processing_failed', undefined],
    ['a file that does not fit', new StorageExceededError(5, 8, 10), 'quota_exceeded', undefined],
  ])('a lasting failure ends the translation at once: %s', async (_what, error, code, text) => {
    fixture.failing(error);
    await fixture.deliver();
    const [failed] = fixture.written();
    expect(failed).toMatchObject({ type: 'DocumentTranslationFailed', data: { translationId, error: { code } } });
    const { error: failure, failedAt, expiresAt } = failed?.data ?? {};
    expect(JSON.stringify(failure)).not.toContain('secret');
    if (text !== undefined) expect(failure).toMatchObject({ message: text });
    expect(Date.parse(String(expiresAt)) - Date.parse(String(failedAt))).toBe(keepForMs);
    expect(fixture.discarded).toEqual([translationId]);
  });
});

describe('a failure that may pass', () => {
  const passing = [new ModelUnavailableError('down'), new Error('who knows')];

  it.each(passing)('a passing failure is left to the next try, with the finished batches: %s', async (error) => {
    fixture.failing(error);
    for (let attempt = 1; attempt < fixture.lastTry(); attempt += 1) {
      await expect(fixture.deliver({ attempt })).rejects.toThrow(error);
    }
    expect(fixture.written()).toEqual([]);
    expect(fixture.discarded).toEqual([]);
  });

  it.each(passing)('a failure that has not passed at the last try ends the translation: %s', async (error) => {
    fixture.failing(error);
    await fixture.deliver({ attempt: fixture.lastTry() });
    const [failed] = fixture.written();
    expect(failed?.type).toBe('DocumentTranslationFailed');
    const { error: failure } = failed?.data ?? {};
    const { code = '', message: text } = Object(failure);
    expect(isErrorCode(code)).toBe(true);
    expect(code).toBe(error instanceof ModelUnavailableError ? 'model_unavailable' : 'processing_failed');
    expect(text).not.toMatch(/who knows|down/);
  });

  it('a translation is completed by a later try after a failure has passed', async () => {
    fixture.failing(new ModelUnavailableError('down'));
    await expect(fixture.deliver()).rejects.toThrow();
    fixture.translate = () => fixture.translating();
    await fixture.deliver({ attempt: 2 });
    expect(fixture.written().map(({ type }) => type)).toEqual(['DocumentTranslationCompleted']);
  });

  it.each([
    new EventStoreUnavailableError('down'),
    new AppendOutcomeUnknownError('down'),
    new BlobStoreUnavailableError('down'),
    new BlobStoreFullError(),
    Object.assign(new Error('down'), { code: 'ECONNREFUSED' }),
  ])('an outage is waited for, also at the last try: %s', async (error) => {
    fixture.failing(error);
    await expect(fixture.deliver({ attempt: fixture.lastTry() })).rejects.toThrow(error);
    expect(fixture.written()).toEqual([]);
    expect(fixture.discarded).toEqual([]);
  });

  it('a translation whose end could not be written is completed by a later try', async () => {
    fixture.eventStore.failAppend(new EventStoreUnavailableError('down'));
    await expect(fixture.deliver({ attempt: fixture.lastTry() })).rejects.toThrow('down');
    await fixture.deliver({ attempt: fixture.lastTry() });
    expect(fixture.written().map(({ type }) => type)).toEqual(['DocumentTranslationCompleted']);
    expect(fixture.blobs.ids).toEqual([translationId]);
  });
});

describe('the cause of a failed document', () => {
  const cause = { name: 'TypeError', stack: expect.arrayContaining([expect.stringContaining('unit.spec')]) };

  it('the cause is reported and stored with class and place, never its message, when the last try fails', async () => {
    fixture.failing(new TypeError('cannot read “Dear Sir”'));
    await fixture.deliver({ attempt: fixture.lastTry() });
    const attempts = fixture.lastTry();
    expect(fixture.kept).toEqual([{ documentId, translationId, code: 'processing_failed', cause, attempts }]);
    expect(fixture.told).toEqual([
      [
        'document.failed',
        { document: documentId, translation: translationId, code: 'processing_failed', cause, attempt: attempts },
      ],
    ]);
  });

  it('the cause is reported at once when another try would end in the same way', async () => {
    fixture.failing(new UnsupportedPairError('en', 'xx'));
    await fixture.deliver();
    expect(fixture.told).toMatchObject([['document.failed', { attempt: 1, code: 'invalid_language' }]]);
  });

  it('the cause of a try that is retried is neither reported nor stored, since the message reports it', async () => {
    fixture.failing(new TypeError('once'));
    await expect(fixture.deliver()).rejects.toThrow(TypeError);
    expect([fixture.told, fixture.kept]).toEqual([[], []]);
  });

  it('the cause is reported, and the document has failed, also when the cause cannot be stored', async () => {
    fixture.failing(new TypeError('a bug'));
    const delivery = deliveryOf(fixture.message, { attempt: fixture.lastTry() });
    const failures = { keep: () => Promise.reject(new Error('no table')) };
    const unkept = documentTranslation({ ...fixture.dependencies(), failures }, 1);
    await expect(unkept.handle(delivery)).rejects.toThrow('no table');
    expect(fixture.written().map(({ type }) => type)).toEqual(['DocumentTranslationFailed']);
    expect(fixture.told).toHaveLength(1);
  });
});
