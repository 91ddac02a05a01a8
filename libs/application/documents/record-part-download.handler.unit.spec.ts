import { describe, it } from 'vitest';
import { document } from '#libs/domain/document/document.decider.js';
import { documentId, translationId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { documentDeleted, translationCompleted, translationRequested, uploaded } from '#test/fakes/document-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { type DocumentPart, RecordPartDownload, RecordPartDownloadHandler } from './record-part-download.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new RecordPartDownloadHandler(eventStore));
const running = [uploaded, translationRequested];
const completed = stream(document, documentId, ...running, translationCompleted);
const download = (part: DocumentPart, metadata = uploaderMetadata) =>
  new RecordPartDownload(documentId, part, metadata);
const pagesOfTarget = { part: 'pages', side: 'target', targetLanguage: 'es' } as const;

describe('RecordPartDownload', () => {
  it.each([
    [{ part: 'source' }, { part: 'source', translationId: null, targetLanguage: null }],
    [
      { part: 'pages', side: 'source' },
      { part: 'pages', translationId: null, targetLanguage: null },
    ],
    [pagesOfTarget, { part: 'pages', translationId, targetLanguage: 'es' }],
    [
      { ...pagesOfTarget, targetLanguage: undefined },
      { part: 'pages', translationId, targetLanguage: 'es' },
    ],
  ] as const)('what was sent is recorded: %j', async (part, data) => {
    await given(completed).when(download(part)).then({ type: 'DocumentDownloaded', data });
  });

  it('the pages of a document that was laid out to be shown are those of the document', () =>
    given(completed)
      .when(download({ part: 'pages', side: 'source', laidOutPages: 7 }))
      .then(
        { type: 'DocumentDownloaded', data: { part: 'pages' } },
        { type: 'DocumentCounted', data: { pageCount: 7, pageCountSource: 'layout' } },
      ));

  it('it is recorded once for a request', () =>
    given(completed)
      .when(download({ part: 'source' }))
      .thenOnce({ type: 'DocumentDownloaded' }));

  it('pages of a translation that runs are refused, and those of its source are not', async () => {
    const begun = stream(document, documentId, ...running);
    await given(begun).when(download(pagesOfTarget)).thenRejected('conflict');
    await given(begun)
      .when(download({ part: 'source' }))
      .then({ type: 'DocumentDownloaded' });
  });

  it('nothing of a document is sent that is gone, or of another organization', async () => {
    const deleted = stream(document, documentId, ...running, translationCompleted, documentDeleted);
    await given(deleted)
      .when(download({ part: 'source' }))
      .thenRejected('document_not_found');
    const foreign = { ...uploaderMetadata, organizationId: 'org_2' };
    await given(completed)
      .when(download({ part: 'source' }, foreign))
      .thenRejected('document_not_found');
  });
});
