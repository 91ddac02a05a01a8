import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import {
  RecordDocumentDownload,
  type TranslatedFile,
} from '#libs/application/documents/record-document-download.handler.js';
import { documentId, translationId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { documentViewOf, foundDocuments } from '#test/fakes/document-views.js';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import type { DownloadQuery } from '../document.dto.js';
import { DownloadDocumentController } from './download-document.controller.js';

const file: TranslatedFile = { blobId: translationId, sizeBytes: 4, targetLanguage: 'es' };

const download = async (query: DownloadQuery = {}, answer: TranslatedFile | undefined = file, id = documentId) => {
  const commands = new RecordedCommands(answer);
  const blobs = new InMemoryBlobStore();
  await blobs.put(translationId, Readable.from([Buffer.from('hola')]));
  const reply = new RecordedReply();
  const controller = new DownloadDocumentController(commands.asCommands, foundDocuments(documentViewOf()), blobs);
  const work = controller.downloadDocument(requestOf(), reply.asReply, id, query);
  return { commands, reply, work };
};

describe('GET /v1/documents/:id/download', () => {
  it('the file is sent under its name, with its size', async () => {
    const { commands, reply, work } = await download({ target: 'es' });
    await work;
    expect(commands.sent).toEqual([new RecordDocumentDownload(documentId, 'es', uploaderMetadata)]);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': expect.stringContaining('letter.es.txt'),
      'content-length': 4,
      'cache-control': 'private, no-store',
    });
    expect(await text(reply.sent as Readable)).toBe('hola');
  });

  it.each<[string, DownloadQuery]>([
    ['unsupported_format', { format: 'pdf' }],
    ['invalid_request', { include_source: 'true' }],
  ])('a download that is refused as %s records nothing', async (code, query) => {
    const { commands, work } = await download(query);
    expect((await rejectionOf(() => work)).code).toBe(code);
    expect(commands.sent).toEqual([]);
  });

  it('the download of a missing document records nothing', async () => {
    const { commands, work } = await download({}, file, 'doc_00000000000000000000000000');
    expect((await rejectionOf(() => work)).code).toBe('document_not_found');
    expect(commands.sent).toEqual([]);
  });

  it('a file that was deleted between the event and the read is not found', async () => {
    const { work } = await download({}, { ...file, blobId: 'gone' });
    expect((await rejectionOf(() => work)).code).toBe('document_not_found');
  });
});
