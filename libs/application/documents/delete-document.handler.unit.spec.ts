import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bilingualBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { document } from '#libs/domain/document/document.decider.js';
import { BlobStoreUnavailableError } from '#libs/ports/blob-store/blob-store.errors.js';
import { documentId, translationId, uploaderMetadata, uploadWith } from '#test/fakes/document.fixture.js';
import { translationCompleted, translationRequested, uploaded } from '#test/fakes/document-events.js';
import { KnownHolds } from '#test/fakes/known-holds.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { assertNotHeld } from '../holds/legal-holds.port.js';
import { RecordedButUnfinishedError } from '../recorded-but-unfinished.errors.js';
import { DeleteDocument, DeleteDocumentHandler } from './delete-document.handler.js';

const { given } = handlerSpecification(
  ({ eventStore, blobs }) => new DeleteDocumentHandler(eventStore, blobs, new KnownHolds()),
  async ({ blobs }) => {
    const bilingual = bilingualBlobOf(documentId, translationId);
    for (const id of [`${documentId}-source`, translationId, bilingual, 'of-another'])
      await blobs.put(id, Readable.from([]));
  },
);
const kept = stream(document, documentId, uploaded, translationRequested, translationCompleted);
const remove = new DeleteDocument(documentId, uploaderMetadata);

describe('DeleteDocument', () => {
  it('a deletion is written, and removes the files of the document', async () => {
    const { ports } = await given(kept)
      .when(remove)
      .then({ type: 'DocumentDeleted', data: { blobIds: [`${documentId}-source`, translationId] } });
    expect(ports.blobs.ids).toEqual(['of-another']);
  });

  it('a deletion is written once, however often it is sent', () =>
    given(kept).when(remove).thenOnce({ type: 'DocumentDeleted' }));

  it('a deletion is refused while a legal hold keeps the document, and names the hold', async () => {
    const holds = new KnownHolds({ [documentId]: { holdId: 'hold_1' } });
    const held = handlerSpecification(({ eventStore, blobs }) => new DeleteDocumentHandler(eventStore, blobs, holds));
    await held.given(kept).when(remove).thenRejected('conflict');
    const { organizationId, subject } = uploaderMetadata;
    const createdAt = uploadWith().uploadedAt;
    expect(holds.asked).toEqual([{ organizationId, resource: 'document', resourceId: documentId, subject, createdAt }]);
    const foreign = new DeleteDocument(documentId, { ...uploaderMetadata, organizationId: 'org_2' });
    await held.given(kept).when(foreign).thenRejected('document_not_found');
    expect(() => assertNotHeld({ holdId: 'hold_1', liftedAt: undefined })).toThrow(
      expect.objectContaining({ code: 'conflict', details: { hold_id: 'hold_1' } }),
    );
  });

  it('a deletion that was written before the hold is answered as it was then', async () => {
    const byId: Record<string, { holdId: string }> = {};
    const later = handlerSpecification(({ eventStore, blobs }) => {
      const handler = new DeleteDocumentHandler(eventStore, blobs, new KnownHolds(byId));
      return {
        execute: async (command: DeleteDocument) => {
          await handler.execute(command);
          byId[documentId] = { holdId: 'hold_1' };
        },
      };
    });
    await later.given(kept).when(remove).thenOnce({ type: 'DocumentDeleted' });
  });

  it('a deletion finds no document of another organization', async () => {
    const foreign = new DeleteDocument(documentId, { ...uploaderMetadata, organizationId: 'org_2' });
    const { blobs } = await given(kept).when(foreign).thenRejected('document_not_found');
    expect(blobs.ids).toHaveLength(4);
  });

  it.each(['doc_1', 'glo_01KAH3W7J4B2X8Y6Z5V9T0S1R2'])(
    'a deletion finds no document by an id of another form: %s',
    async (id) => {
      await given(kept).when(new DeleteDocument(id, uploaderMetadata)).thenRejected('document_not_found');
    },
  );

  it('a deletion reports that it is in the log when a file cannot be removed now', async () => {
    const fault = new BlobStoreUnavailableError('away');
    const failing = handlerSpecification(
      ({ eventStore }) =>
        new DeleteDocumentHandler(eventStore, { delete: async () => Promise.reject(fault) }, new KnownHolds()),
    );
    const error = await failing
      .given(kept)
      .when(remove)
      .then()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RecordedButUnfinishedError);
    expect(error).toMatchObject({ cause: fault });
  });
});
