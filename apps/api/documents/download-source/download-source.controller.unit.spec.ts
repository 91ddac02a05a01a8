import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { RecordPartDownload } from '#libs/application/documents/record-part-download.handler.js';
import { document } from '#libs/domain/document/document.decider.js';
import type { DocumentEvent } from '#libs/domain/document/document.events.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { documentId, uploaderMetadata, uploadWith } from '#test/fakes/document.fixture.js';
import { documentViewOf, foundDocuments } from '#test/fakes/document-views.js';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { DownloadSourceController } from './download-source.controller.js';

const { organizationId } = accessOfKey();
const upload = uploadWith({ organizationId });

const download = async ({ id = documentId, method = 'GET', isThere = true, more = [] as DocumentEvent[] } = {}) => {
  const eventStore = new InMemoryEventStore();
  const history: DocumentEvent[] = [{ type: 'DocumentUploaded', data: upload }, ...more];
  const events = toNewEvents('history', history, uploaderMetadata);
  await eventStore.append(streamName(document.category, documentId), events, 'no-stream');
  const blobs = new InMemoryBlobStore();
  if (isThere) await blobs.put(upload.blobId, Readable.from([Buffer.from('año nuevo')]));
  const commands = new RecordedCommands(undefined);
  const reply = new RecordedReply();
  const controller = new DownloadSourceController(
    commands.asCommands,
    foundDocuments(documentViewOf({ filename: '<b>.txt' })),
    blobs,
    eventStore,
  );
  const work = controller.downloadDocumentSource({ ...requestOf(), method } as FastifyRequest, reply.asReply, id);
  return { commands, reply, work };
};

describe('GET /v1/documents/:id/source', () => {
  it('the uploaded file is sent under its name while its translation runs, and recorded', async () => {
    const { commands, reply, work } = await download();
    await work;
    expect(commands.sent).toEqual([new RecordPartDownload(documentId, { part: 'source' }, uploaderMetadata)]);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringContaining(`filename*=UTF-8''%3Cb%3E.txt`),
      'content-length': upload.sizeBytes,
      'cache-control': 'private, no-store',
    });
    expect(await text(reply.sent as Readable)).toBe('año nuevo');
  });

  it('HEAD has the headers of the file, and neither reads nor records anything', async () => {
    const { commands, reply, work } = await download({ method: 'HEAD', isThere: false });
    await work;
    expect(commands.sent).toEqual([]);
    expect(reply.headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': upload.sizeBytes });
    expect(await text(reply.sent as Readable)).toBe('');
  });

  it('HEAD is refused as the download is', async () => {
    const expired: DocumentEvent = {
      type: 'DocumentExpired',
      data: { documentId, organizationId, blobIds: [], expiredAt: '2026-11-28T08:00:00.000Z' },
    };
    const { work } = await download({ method: 'HEAD', more: [expired] });
    expect((await rejectionOf(() => work)).code).toBe('document_expired');
  });

  it('a document that the caller does not see, or whose file went meanwhile, is not found', async () => {
    const unseen = await download({ id: 'doc_01KAH000000000000000000000' });
    expect((await rejectionOf(() => unseen.work)).code).toBe('document_not_found');
    expect(unseen.commands.sent).toEqual([]);
    const gone = await download({ isThere: false });
    expect((await rejectionOf(() => gone.work)).code).toBe('document_not_found');
  });
});
