import { describe, expect, it } from 'vitest';
import { document } from '#libs/domain/document/document.decider.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { documentId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { translationCompleted, translationRequested, uploaded } from '#test/fakes/document-events.js';
import { RecordedQuota } from '#test/fakes/recorded-quota.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import type { GlossaryWanted } from '../glossaries/glossary-library.js';
import {
  RequestDocumentTranslation,
  RequestDocumentTranslationHandler,
} from './request-document-translation.handler.js';

const engine = new ShoutingEngine({
  pairs: [
    { source: 'en', target: 'es' },
    { source: 'en', target: 'fr' },
    { source: 'es', target: 'de' },
  ],
});
const reference = { id: 'glo_1', version: 2, blobId: 'glo_1-2' };
const completed = stream(document, documentId, uploaded, translationRequested, translationCompleted);

const specification = (quota: RecordedQuota = new RecordedQuota(), asked: GlossaryWanted[] = []) =>
  handlerSpecification(
    ({ eventStore }) =>
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
      ),
  );

const request = (changes: Partial<RequestDocumentTranslation['wanted']> = {}) =>
  new RequestDocumentTranslation(
    {
      documentId,
      targetLanguage: 'fr',
      glossaryId: undefined,
      quality: 'quality',
      tier: 'pro',
      isTakenOver: false,
      ...changes,
    },
    uploaderMetadata,
  );

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

  it('the request names the glossary that applies', async () => {
    const asked: GlossaryWanted[] = [];
    await specification(new RecordedQuota(), asked)
      .given(completed)
      .when(request({ glossaryId: 'glo_1' }))
      .then({ type: 'DocumentTranslationRequested', data: { options: { glossary: reference } } });
    expect(asked).toEqual([{ glossaryId: 'glo_1', domain: 'Law', source: 'en', target: 'fr' }]);
  });

  it.each([false, true])(
    'the characters of the document are spent, unchecked when the request is taken over: %s',
    async (isTakenOver) => {
      const quota = new RecordedQuota();
      await specification(quota)
        .given(completed)
        .when(request({ isTakenOver }))
        .then({ type: 'DocumentTranslationRequested' });
      expect(quota.spent).toEqual([
        { organizationId: 'org_1', tier: 'pro', characters: 10, code: 'quota_exceeded', isUnchecked: isTakenOver },
      ]);
    },
  );

  it('nothing is written when the quota is used up', async () => {
    await specification(new RecordedQuota(new Rejection('quota_exceeded')))
      .given(completed)
      .when(request())
      .thenRejected('quota_exceeded');
  });

  it.each(['xx', 'de'])('a language that the engine has no route to is refused: %s', async (targetLanguage) => {
    await specification().given(completed).when(request({ targetLanguage })).thenRejected('invalid_language');
  });

  it('a request is refused while a translation to the language runs', async () => {
    const running = stream(document, documentId, uploaded, translationRequested);
    await specification()
      .given(running)
      .when(request({ targetLanguage: 'es' }))
      .thenRejected('conflict');
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
