import { describe, expect, it } from 'vitest';
import { document } from '#libs/domain/document/document.decider.js';
import { documentId, translationId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { expiresAt, translationCompleted, translationRequested, uploaded } from '#test/fakes/document-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { FailDocumentTranslation, FailDocumentTranslationHandler } from './fail-document-translation.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new FailDocumentTranslationHandler(eventStore));
const running = [uploaded, translationRequested];
const failure = { code: 'processing_failed', message: 'The file is damaged.' };
const failed = { documentId, translationId, failure, expiresAt, commandId: 'end' };
const fail = new FailDocumentTranslation(failed, uploaderMetadata);

describe('FailDocumentTranslation', () => {
  it('a failure names the reason, and returns the document', async () => {
    const { result } = await given(stream(document, documentId, ...running))
      .when(fail)
      .then({
        type: 'DocumentTranslationFailed',
        data: { error: failure, failedAt: uploaderMetadata.occurredAt, expiresAt },
      });
    expect(result).toMatchObject({ status: 'active', translations: [{ status: 'failed', failure }] });
  });

  it('a failure does nothing when the translation has been completed', async () => {
    const { result } = await given(stream(document, documentId, ...running, translationCompleted))
      .when(fail)
      .then();
    expect(result).toMatchObject({ translations: [{ status: 'completed' }] });
  });
});
