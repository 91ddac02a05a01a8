import { describe, expect, it } from 'vitest';
import { document } from '#libs/domain/document/document.decider.js';
import { documentId, translationId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { documentDeleted, expiresAt, translationRequested, uploaded } from '#test/fakes/document-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import {
  CompleteDocumentTranslation,
  CompleteDocumentTranslationHandler,
} from './complete-document-translation.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new CompleteDocumentTranslationHandler(eventStore));
const running = [uploaded, translationRequested];
const blob = { id: translationId, size: 4, sha256: 'cd' };
const storedBytes = 6;
const ended = {
  documentId,
  translationId,
  blob,
  storedBytes,
  model: 'a-model',
  confidence: 0.9,
  provenance: { modelSha256: ['ab'], engines: [] },
  expiresAt,
  commandId: 'end',
};
const complete = new CompleteDocumentTranslation(ended, uploaderMetadata);

describe('CompleteDocumentTranslation', () => {
  it('a completion names the file, the model and the time of removal, and returns the document', async () => {
    const { result } = await given(stream(document, documentId, ...running))
      .when(complete)
      .then({
        type: 'DocumentTranslationCompleted',
        data: {
          blobId: translationId,
          sizeBytes: 4,
          sha256: 'cd',
          storedBytes,
          model: 'a-model',
          confidence: 0.9,
          modelSha256: ['ab'],
          engines: [],
          completedAt: uploaderMetadata.occurredAt,
          expiresAt,
        },
      });
    expect(result).toMatchObject({ status: 'active', translations: [{ blobId: translationId }] });
  });

  it('a completion does nothing for a document that was deleted meanwhile, which it returns', async () => {
    const { result } = await given(stream(document, documentId, ...running, documentDeleted))
      .when(complete)
      .then();
    expect(result).toEqual({ status: 'deleted' });
  });
});
