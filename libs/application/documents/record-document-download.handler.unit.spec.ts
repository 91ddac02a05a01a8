import { describe, expect, it } from 'vitest';
import { document } from '#libs/domain/document/document.decider.js';
import { documentId, translationId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { documentDeleted, translationCompleted, translationRequested, uploaded } from '#test/fakes/document-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { RecordDocumentDownload, RecordDocumentDownloadHandler } from './record-document-download.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new RecordDocumentDownloadHandler(eventStore));
const running = [uploaded, translationRequested];
const completed = stream(document, documentId, ...running, translationCompleted);
const download = (target?: string) => new RecordDocumentDownload(documentId, target, false, uploaderMetadata);

describe('RecordDocumentDownload', () => {
  it.each([undefined, 'es'])('a download is recorded, and returns the file to send: %s', async (target) => {
    const { result } = await given(completed)
      .when(download(target))
      .then({ type: 'DocumentDownloaded', data: { translationId, downloadedAt: uploaderMetadata.occurredAt } });
    expect(result).toEqual({ blobId: translationId, sizeBytes: 4, targetLanguage: 'es' });
  });

  it('a download of source and translation is recorded as one', async () => {
    const { ports } = await given(completed)
      .when(new RecordDocumentDownload(documentId, 'es', true, uploaderMetadata))
      .then({ type: 'DocumentDownloaded', data: { translationId, includesSource: true } });
    expect(ports.eventStore.events.at(-1)?.data).toHaveProperty('includesSource', true);
  });

  it('a download is recorded once for a request', () =>
    given(completed).when(download()).thenOnce({ type: 'DocumentDownloaded' }));

  it('a download is refused for a language that the document has no translation to', async () => {
    await given(completed).when(download('fr')).thenRejected('not_found');
  });

  it('a download is refused while the translation runs', async () => {
    await given(stream(document, documentId, ...running))
      .when(download())
      .thenRejected('conflict');
  });

  it('a download is refused for a document that is gone', async () => {
    const deleted = stream(document, documentId, ...running, translationCompleted, documentDeleted);
    await given(deleted).when(download()).thenRejected('document_not_found');
  });

  it('a download is refused for a document of another organization', async () => {
    const foreign = new RecordDocumentDownload(documentId, undefined, false, {
      ...uploaderMetadata,
      organizationId: 'org_2',
    });
    await given(completed).when(foreign).thenRejected('document_not_found');
  });
});
