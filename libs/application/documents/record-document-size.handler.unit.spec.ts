import { expect, it } from 'vitest';
import { document } from '#libs/domain/document/document.decider.js';
import { documentId, translationId, uploaderMetadata, uploadWith } from '#test/fakes/document.fixture.js';
import { translationRequested } from '#test/fakes/document-events.js';
import { handlerSpecification, stream } from '#test/handler/handler-specification.js';
import { RecordDocumentSize, RecordDocumentSizeHandler } from './record-document-size.handler.js';

const { given } = handlerSpecification(({ eventStore }) => new RecordDocumentSizeHandler(eventStore));
const uncounted = { type: 'DocumentUploaded', data: uploadWith({ counted: false, wordCount: 0 }) } as const;
const size = { wordCount: 900, characterCount: 5_200, segmentCount: 80 };
const pages = { pageCount: 4, pageCountSource: 'file' } as const;

it('the size of a document is recorded once', async () => {
  const found = { documentId, translationId, size, ...pages, commandId: 'size' };
  const record = new RecordDocumentSize(found, uploaderMetadata);
  const { ports } = await given(stream(document, documentId, uncounted, translationRequested))
    .when(record)
    .then({ type: 'DocumentCounted', data: { ...size, ...pages, countedAt: uploaderMetadata.occurredAt } });
  await new RecordDocumentSizeHandler(ports.eventStore).execute(record);
  expect(ports.eventStore.events.filter(({ type }) => type === 'DocumentCounted')).toHaveLength(1);
});
