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
import { KnownHolds } from '#test/fakes/known-holds.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import type { HoldState } from '../holds/legal-holds.port.js';
import { ExpireDocument, ExpireDocumentHandler } from './expire-document.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new ExpireDocumentHandler(eventStore, new KnownHolds()));
const completed = [uploaded, translationRequested, translationCompleted];
const expire = (now = expiresAt) => new ExpireDocument(documentId, { ...uploaderMetadata, occurredAt: now });

describe('ExpireDocument', () => {
  it('an expiry names the files to be removed', async () => {
    await given(stream(document, documentId, ...completed))
      .when(expire())
      .then(
        {
          type: 'DocumentExpired',
          data: { blobIds: [`${documentId}-source`, translationId], expiredAt: expiresAt },
        },
        { type: 'DocumentRetentionApplied', data: { documentId, expiresAt, fileCount: 2, appliedAt: expiresAt } },
      );
  });

  it('an expiry is written once, however often it is sent', () =>
    given(stream(document, documentId, ...completed))
      .when(expire())
      .thenOnce({ type: 'DocumentExpired' }, { type: 'DocumentRetentionApplied' }));

  it('an expiry waits while a legal hold keeps the document, and 24 hours after the last one', async () => {
    const underHold = (state: Partial<HoldState>) =>
      handlerSpecification(
        ({ eventStore }) => new ExpireDocumentHandler(eventStore, new KnownHolds({ [documentId]: state })),
      ).given(stream(document, documentId, ...completed));
    await underHold({ holdId: 'hold_1' }).when(expire('2027-11-28T08:00:00.000Z')).then();
    const lifted = underHold({ liftedAt: '2027-01-01T00:00:00.000Z' });
    await lifted.when(expire('2027-01-01T23:59:59.999Z')).then();
    await lifted
      .when(expire('2027-01-02T00:00:00.000Z'))
      .then({ type: 'DocumentExpired' }, { type: 'DocumentRetentionApplied' });
    await underHold({ liftedAt: '2026-01-01T00:00:00.000Z' }).when(expire('2026-11-01T00:00:00.000Z')).then();
  });

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
