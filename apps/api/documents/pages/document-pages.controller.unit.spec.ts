import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WantedPage } from '#libs/application/documents/page-pictures.js';
import { RecordPartDownload } from '#libs/application/documents/record-part-download.handler.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { documentId, translationId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { documentViewOf, foundDocuments } from '#test/fakes/document-views.js';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { DocumentPagesController } from './document-pages.controller.js';
import type { PageQuery } from './page-query.dto.js';

const { organizationId } = accessOfKey();
const recorded = (part: RecordPartDownload['part']) => new RecordPartDownload(documentId, part, uploaderMetadata);

let asked: WantedPage[];
let refusal: Rejection | undefined;
let isLayoutOfDocument: boolean;
let commands: RecordedCommands;
let controller: DocumentPagesController;

beforeEach(async () => {
  asked = [];
  refusal = undefined;
  isLayoutOfDocument = false;
  commands = new RecordedCommands(undefined);
  const blobs = new InMemoryBlobStore();
  await blobs.put('picture', Readable.from([Buffer.from('PNG')]));
  const pictures = {
    page: async (wanted: WantedPage) => {
      asked.push(wanted);
      if (refusal !== undefined) throw refusal;
      const of = wanted.side === 'source' ? undefined : translationId;
      return { blobId: 'picture', sizeBytes: 3, pageCount: 7, isLayoutOfDocument, translationId: of };
    },
  };
  controller = new DocumentPagesController(commands.asCommands, foundDocuments(documentViewOf()), pictures, blobs);
});

const show = async (page: string, query: PageQuery = {}, { method = 'GET', id = documentId, caller = {} } = {}) => {
  const reply = new RecordedReply();
  const request = { ...requestOf({}, { caller }), method } as FastifyRequest;
  await controller.getDocumentPage(request, reply.asReply, id, page, query);
  return reply;
};

describe('GET /v1/documents/:id/pages/:n.png', () => {
  it('a page of the translation is sent as a picture, with the number of pages', async () => {
    const reply = await show('3', { target: 'es' });
    expect(asked).toEqual([{ organizationId, documentId, side: 'target', targetLanguage: 'es', page: 3 }]);
    expect(reply.headers).toEqual({
      'content-type': 'image/png',
      'content-length': 3,
      'x-page-count': 7,
      'cache-control': 'private, no-store',
    });
    expect(await text(reply.sent as Readable)).toBe('PNG');
  });

  it('the first page of each side is recorded, and its other pages are not', async () => {
    for (const page of ['2', '1', '2']) {
      await show(page, { side: 'source' });
      await show(page, { side: 'target', target: 'es' });
    }
    expect(commands.sent).toEqual([
      recorded({ part: 'pages', side: 'source' }),
      recorded({ part: 'pages', side: 'target', targetLanguage: 'es' }),
    ]);
  });

  it('the pages of a document that was laid out for its pictures are recorded with their first view', async () => {
    isLayoutOfDocument = true;
    await show('2', { side: 'source' });
    expect(commands.sent).toEqual([recorded({ part: 'pages', side: 'source', laidOutPages: 7 })]);
  });

  it('another caller begins a view of its own, and whoever asks for a receipt gets one', async () => {
    const query = { side: 'source' } as const;
    await show('1', query);
    await show('1', query, { caller: { access: { ...accessOfKey(), keyId: 'key_2' } } });
    await show('2', query, { caller: { wantsReceipt: true } });
    expect(commands.sent).toHaveLength(3);
  });

  it('HEAD has the headers of the picture, and is no view', async () => {
    const reply = await show('1', {}, { method: 'HEAD' });
    expect(reply.headers).toMatchObject({ 'content-length': 3, 'x-page-count': 7 });
    expect(await text(reply.sent as Readable)).toBe('');
    expect(commands.sent).toEqual([]);
  });

  it.each(['0', '-1', '1.5', '01', 'one', '10001', '100000', ''])('%j is no number of a page', async (page) => {
    const refused = await rejectionOf(() => show(page));
    expect(refused).toMatchObject({ code: 'invalid_request', details: { n: [expect.any(String)] } });
    expect(asked).toEqual([]);
  });

  it('a page that is refused is no view, and nor is one of a document that the caller does not see', async () => {
    refusal = new Rejection('service_unavailable', { retryAfter: 10 });
    expect((await rejectionOf(() => show('1'))).code).toBe('service_unavailable');
    const caller = { access: { ...accessOfKey(), ownDocumentsOnly: true as const } };
    const unseen = show('1', {}, { id: 'doc_01KAH000000000000000000000', caller });
    expect((await rejectionOf(() => unseen)).code).toBe('document_not_found');
    expect(commands.sent).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});
