import { describe, it } from 'vitest';
import { document } from '#libs/domain/document/document.decider.js';
import { documentId, translationId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import {
  documentDeleted,
  expiresAt,
  translationCompleted,
  translationRequested,
  uploaded,
} from '#test/fakes/document-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { ExpireDocument, ExpireDocumentHandler } from './expire-document.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new ExpireDocumentHandler(eventStore));
const completed = [uploaded, translationRequested, translationCompleted];
const expire = (now = expiresAt) => new ExpireDocument(documentId, { ...uploaderMetadata, occurredAt: now });

describe('ExpireDocument', () => {
  it('an expiry names the files to be removed', async () => {
    await given(stream(document, documentId, ...completed))
      .when(expire())
      .then({
        type: 'DocumentExpired',
        data: { blobIds: [`${documentId}-source`, translationId], expiredAt: expiresAt },
      });
  });

  it('an expiry is written once, however often it is sent', () =>
    given(stream(document, documentId, ...completed))
      .when(expire())
      .thenOnce({ type: 'DocumentExpired' }));

  it('an expiry does nothing before it is due', async () => {
    await given(stream(document, documentId, ...completed))
      .when(expire('2026-11-28T08:00:59.999Z'))
      .then();
  });

  it('an expiry does nothing for a document that is deleted', async () => {
    await given(stream(document, documentId, ...completed, documentDeleted))
      .when(expire())
      .then();
  });
});
