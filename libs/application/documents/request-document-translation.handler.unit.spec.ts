import { describe, expect, it, vi } from 'vitest';
import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import type { FormatDescription } from '#libs/documents/formats/host/format-host.js';
import { keepRules, rulesOf } from '#libs/documents/options/translation-rules.js';
import { rulesBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { document } from '#libs/domain/document/document.decider.js';
import type { DocumentEventData } from '#libs/domain/document/document.events.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { documentId, translationId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { translationCompleted, translationRequested, uploaded } from '#test/fakes/document-events.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { RecordedQuota } from '#test/fakes/recorded-quota.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import type { GlossaryWanted } from '../glossaries/glossary-library.js';
import type { CountedDocument } from './document-inspection.js';
import {
  RequestDocumentTranslation,
  RequestDocumentTranslationHandler,
} from './request-document-translation.handler.js';

const engine = new ShoutingEngine({
  pairs: [
    { source: 'en', target: 'es' },
    { source: 'en', target: 'fr' },
    { source: 'en', target: 'nl' },
    { source: 'es', target: 'de' },
  ],
});
const reference = { id: 'glo_1', version: 2, blobId: 'glo_1-2' };
const completed = stream(document, documentId, uploaded, translationRequested, translationCompleted);
const firstRules = rulesBlobOf(documentId, translationId);
const { options: firstOptions, ...firstRequest } =
  translationRequested.data as DocumentEventData<'DocumentTranslationRequested'>;
const withRules = stream(
  document,
  documentId,
  uploaded,
  {
    type: 'DocumentTranslationRequested',
    data: { ...firstRequest, options: { ...firstOptions, rulesBlobId: firstRules } },
  },
  translationCompleted,
);

const countedSize = { pageCount: 1, wordCount: 7, characterCount: 40, segmentCount: 3 };
const counted = { isCounted: true, ...countedSize, pageCountSource: 'estimate' as const, detectedLanguage: 'en' };
const format: FormatDescription = {
  name: 'lines',
  mediaType: 'text/plain',
  extensions: [],
  options: ['translate_comments', 'keys'],
};

const specification = (
  quota: RecordedQuota = new RecordedQuota(),
  asked: GlossaryWanted[] = [],
  countedWith: FormatOptions[] = [],
  found: CountedDocument = counted,
) =>
  handlerSpecification(
    ({ eventStore, blobs }) =>
      new RequestDocumentTranslationHandler(
        eventStore,
        engine,
        {
          referenceFor: async (_organizationId, wanted) => {
            asked.push(wanted);
            return wanted.glossaryId === undefined ? undefined : reference;
          },
        },
        quota,
        { waitingOf: () => ({ documents: 0, words: 0 }) },
        {
          formatNamed: async () => format,
          assertWritable: async (_format, target) => {
            if (target === 'nl') throw new Rejection('unsupported_format');
          },
          count: async (_blob, _format, options, _user, counting) => {
            countedWith.push({ ...options, ...counting });
            return found;
          },
        },
        blobs,
      ),
    ({ blobs }) =>
      keepRules(blobs, firstRules, { keys: { include: ['$.a'], exclude: [] } }, { organizationId: 'org_1' }),
  );

const request = (changes: Partial<RequestDocumentTranslation['wanted']> = {}) =>
  new RequestDocumentTranslation(
    {
      documentId,
      targetLanguage: 'fr',
      options: { quality: 'quality' },
      tier: 'pro',
      repeatable: undefined,
      ...changes,
    },
    uploaderMetadata,
  );

const requestIn = (event: { data: object } | undefined): DocumentEventData<'DocumentTranslationRequested'> => {
  if (event === undefined) throw new Error('No translation was requested');
  return event.data as DocumentEventData<'DocumentTranslationRequested'>;
};

describe('RequestDocumentTranslation', () => {
  it('the translation is requested in the domain and with the options of the first one', async () => {
    await specification()
      .given(completed)
      .when(request())
      .then({
        type: 'DocumentTranslationRequested',
        data: {
          sourceLanguage: 'en',
          targetLanguage: 'fr',
          options: { domain: 'Law', preserveLayout: true, translateHeaders: false, quality: 'quality' },
          requestedAt: uploaderMetadata.occurredAt,
        },
      });
  });

  it('the options are those given, else those of the first translation, and the text that they ask for is counted', async () => {
    const quota = new RecordedQuota();
    const countedWith: FormatOptions[] = [];
    const { result } = await specification(quota, [], countedWith)
      .given(completed)
      .when(request({ options: { translateComments: true, domain: '12 law' } }))
      .then({
        type: 'DocumentTranslationRequested',
        data: {
          options: { domain: '12 law', translateHeaders: false, translateComments: true, quality: 'balanced' },
          size: { wordCount: 7, characterCount: 40, segmentCount: 3 },
        },
      });
    expect(result).toEqual([]);
    // Nothing counts it later.
    const whole = { mayEndUncounted: false };
    expect(countedWith).toMatchObject([{ translateComments: true, translateHeaders: false, ...whole }]);
    expect(quota.spent).toMatchObject([{ characters: 40 }]);
  });

  it('the text of the same parts of the file is not counted again', async () => {
    const countedWith: FormatOptions[] = [];
    const { ports } = await specification(new RecordedQuota(), [], countedWith)
      .given(completed)
      .when(request({ options: { preserveLayout: false } }))
      .then({ type: 'DocumentTranslationRequested', data: { options: { preserveLayout: false } } });
    expect(countedWith).toEqual([]);
    expect(ports.eventStore.events.at(-1)?.data).not.toHaveProperty('size');
  });

  it('the characters of a document that is not counted yet are an estimate', async () => {
    const quota = new RecordedQuota();
    const uncounted = { ...uploaded, data: { ...uploaded.data, counted: false } } as typeof uploaded;
    await specification(quota)
      .given(stream(document, documentId, uncounted, translationRequested, translationCompleted))
      .when(request())
      .then({ type: 'DocumentTranslationRequested' });
    expect(quota.spent).toMatchObject([{ isEstimate: true }]);
  });

  it('the pages are those that the document was laid out in to count the text in a range', async () => {
    await specification(new RecordedQuota(), [], [], { ...counted, laidOutPages: 9 })
      .given(completed)
      .when(request({ options: { translateComments: true } }))
      .then({ type: 'DocumentTranslationRequested', data: { pageCount: 9 } });
  });

  it('rules are those of the first translation until others are given', async () => {
    await specification()
      .given(withRules)
      .when(request())
      .then({ type: 'DocumentTranslationRequested', data: { options: { rulesBlobId: firstRules } } });
    const { ports } = await specification()
      .given(withRules)
      .when(request({ options: { itsRules: '<its:rules/>' } }))
      .then({ type: 'DocumentTranslationRequested' });
    const requested = ports.eventStore.events.at(-1);
    const { translationId, options } = requestIn(requested);
    expect(options.rulesBlobId).toBe(rulesBlobOf(documentId, translationId));
    expect(await rulesOf(ports.blobs, options)).toEqual({
      keys: { include: ['$.a'], exclude: [] },
      itsRules: '<its:rules/>',
    });
  });

  it('the result warns of an option that has no effect on the format', async () => {
    const { result } = await specification()
      .given(completed)
      .when(request({ options: { hidden: true } }))
      .then({ type: 'DocumentTranslationRequested' });
    expect(result).toMatchObject([{ code: 'option_without_effect' }]);
  });

  it('the result warns where the options leave nothing to translate', async () => {
    const options = { keys: { include: ['nope'], exclude: [] } };
    const { result } = await specification(new RecordedQuota(), [], [], { ...counted, segmentCount: 0 })
      .given(completed)
      .when(request({ options }))
      .then({ type: 'DocumentTranslationRequested' });
    expect(result).toMatchObject([{ code: 'nothing_to_translate' }]);
  });

  it('pages of a format that has none are refused', async () => {
    await specification()
      .given(completed)
      .when(request({ options: { pageRange: '1-2' } }))
      .thenRejected('invalid_request');
  });

  it('the request names the glossary that applies', async () => {
    const asked: GlossaryWanted[] = [];
    await specification(new RecordedQuota(), asked)
      .given(completed)
      .when(request({ options: { glossaryId: 'glo_1' } }))
      .then({ type: 'DocumentTranslationRequested', data: { options: { glossary: reference } } });
    expect(asked).toEqual([{ glossaryId: 'glo_1', domain: 'Law', source: 'en', target: 'fr' }]);
  });

  it.each([
    ['any request', undefined, {}],
    ['one that may be repeated', { isTakenOver: false }, { execution: uploaderMetadata.requestId }],
    ['a repeat', { isTakenOver: true }, { execution: uploaderMetadata.requestId }],
  ])('the characters of the document are spent: %s', async (_what, repeatable, name) => {
    const quota = new RecordedQuota();
    await specification(quota)
      .given(completed)
      .when(request({ repeatable }))
      .then({ type: 'DocumentTranslationRequested' });
    expect(quota.spent).toEqual([
      { organizationId: 'org_1', tier: 'pro', characters: 10, code: 'quota_exceeded', ...name },
    ]);
  });

  it.each([undefined, { isTakenOver: true }])(
    'nothing is written when the quota is used up: %j',
    async (repeatable) => {
      await specification(new RecordedQuota(new Rejection('quota_exceeded')))
        .given(completed)
        .when(request({ repeatable }))
        .thenRejected('quota_exceeded');
    },
  );

  it.each(['xx', 'de'])('a language that the engine has no route to is refused: %s', async (targetLanguage) => {
    await specification().given(completed).when(request({ targetLanguage })).thenRejected('invalid_language');
  });

  it('a language that files of the format cannot be written in is refused', async () => {
    await specification()
      .given(completed)
      .when(request({ targetLanguage: 'nl' }))
      .thenRejected('unsupported_format');
  });

  it('a request is refused while a translation to the language runs', async () => {
    const running = stream(document, documentId, uploaded, translationRequested);
    const { blobs } = await specification()
      .given(running)
      .when(request({ targetLanguage: 'es', options: { keys: { include: ['$.b'], exclude: [] } } }))
      .thenRejected('conflict');
    expect(blobs.reserved.size).toBe(0);
    expect(blobs.ids).toEqual([firstRules]);
  });

  it('a request that the storage has no room for leaves no rules', async () => {
    const reserve = vi
      .spyOn(InMemoryBlobStore.prototype, 'reserve')
      .mockRejectedValueOnce(new Rejection('quota_exceeded'));
    const { blobs } = await specification()
      .given(completed)
      .when(request({ options: { keys: { include: ['$.b'], exclude: [] } } }))
      .thenRejected('quota_exceeded');
    reserve.mockRestore();
    expect(blobs.ids).toEqual([firstRules]);
  });

  it('the bytes of the source are reserved for the translation, which its worker takes over', async () => {
    const { ports } = await specification()
      .given(completed)
      .when(request())
      .then({ type: 'DocumentTranslationRequested' });
    const { translationId } = requestIn(ports.eventStore.events.at(-1));
    expect([...ports.blobs.reserved]).toEqual([[translationId, 10]]);
  });

  it('a request for a missing document is refused before anything else is checked', async () => {
    const quota = new RecordedQuota();
    await specification(quota)
      .given()
      .when(request({ targetLanguage: 'xx' }))
      .thenRejected('document_not_found');
    expect(quota.spent).toEqual([]);
  });
});
