import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { RecordDocumentDownload } from '#libs/application/documents/record-document-download.handler.js';
import type { TranslatedFile } from '#libs/application/documents/translated-file.js';
import { document } from '#libs/domain/document/document.decider.js';
import type { DocumentEvent } from '#libs/domain/document/document.events.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { documentId, translationId, uploaderMetadata, uploadWith } from '#test/fakes/document.fixture.js';
import { translationCompleted, translationRequested } from '#test/fakes/document-events.js';
import { documentViewOf, foundDocuments } from '#test/fakes/document-views.js';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { RecordedCommands } from '#test/fakes/recorded-commands.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import type { DownloadQuery } from '../document.dto.js';
import { DownloadDocumentController } from './download-document.controller.js';

const { organizationId } = accessOfKey();
const bilingualFile: TranslatedFile = { blobId: 'bilingual', sizeBytes: 10, targetLanguage: 'es' };
const convertedFile: TranslatedFile = { blobId: 'converted', sizeBytes: 8, targetLanguage: 'es' };
const file: TranslatedFile = { blobId: translationId, sizeBytes: 4, targetLanguage: 'es' };

const download = async (
  query: DownloadQuery = {},
  answer: TranslatedFile | undefined = file,
  {
    id = documentId,
    method = 'GET',
    bilingual = bilingualFile as TranslatedFile | Error,
    view = documentViewOf(),
  } = {},
) => {
  const asked: object[] = [];
  const eventStore = new InMemoryEventStore();
  const history: DocumentEvent[] = [
    { type: 'DocumentUploaded', data: uploadWith({ organizationId }) },
    translationRequested,
    translationCompleted,
  ];
  const events = toNewEvents('history', history, uploaderMetadata);
  await eventStore.append(streamName(document.category, documentId), events, 'no-stream');
  const commands = new RecordedCommands(answer);
  const blobs = new InMemoryBlobStore();
  await blobs.put(translationId, Readable.from([Buffer.from('hola')]));
  await blobs.put(bilingualFile.blobId, Readable.from([Buffer.from('hello\nhola')]));
  await blobs.put(convertedFile.blobId, Readable.from([Buffer.from('%PDF-1.7')]));
  const reply = new RecordedReply();
  const controller = new DownloadDocumentController(
    commands.asCommands,
    foundDocuments(view),
    blobs,
    eventStore,
    {
      file: async (wanted) => {
        asked.push(wanted);
        if (bilingual instanceof Error) throw bilingual;
        return bilingual;
      },
    },
    {
      file: async (wanted, to, { bilingual } = {}) => {
        asked.push({ ...wanted, to });
        if (to !== 'pdf') throw new Rejection('unsupported_format');
        await bilingual?.();
        return convertedFile;
      },
    },
  );
  const work = controller.downloadDocument({ ...requestOf(), method } as FastifyRequest, reply.asReply, id, query);
  return { asked, commands, reply, work };
};

describe('GET /v1/documents/:id/download', () => {
  it('the file is sent under its name, with its size', async () => {
    const { commands, reply, work } = await download({ target: 'es' });
    await work;
    expect(commands.sent).toEqual([new RecordDocumentDownload(documentId, 'es', false, uploaderMetadata)]);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringContaining('letter.es.txt'),
      'content-length': 4,
      'cache-control': 'private, no-store',
    });
    expect(await text(reply.sent as Readable)).toBe('hola');
  });

  it('a filled template of gettext is a file of messages', async () => {
    const view = documentViewOf({ filename: 'harbour.pot', format: 'po' });
    const { reply, work } = await download({ target: 'es' }, file, { view });
    await work;
    expect(reply.headers).toMatchObject({ 'content-disposition': expect.stringContaining('harbour.es.po"') });
  });

  it('HEAD has the headers of the file, and neither reads nor records anything', async () => {
    const { commands, reply, work } = await download({ target: 'es' }, { ...file, blobId: 'gone' }, { method: 'HEAD' });
    await work;
    expect(commands.sent).toEqual([]);
    expect(reply.headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': 4 });
    expect(await text(reply.sent as Readable)).toBe('');
  });

  it('HEAD is refused as the download is', async () => {
    const { work } = await download({ target: 'fr' }, file, { method: 'HEAD' });
    expect((await rejectionOf(() => work)).code).toBe('not_found');
  });

  it('the file of another format is sent under its extension and type, and recorded', async () => {
    const { asked, commands, reply, work } = await download({ target: 'es', format: 'PDF' });
    await work;
    expect(asked).toEqual([{ organizationId, documentId, targetLanguage: 'es', to: 'pdf' }]);
    expect(commands.sent).toHaveLength(1);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('letter.es.pdf'),
      'content-length': 8,
    });
    expect(await text(reply.sent as Readable)).toBe('%PDF-1.7');
  });

  it('the format of the upload by its name is the translation as it is', async () => {
    const { asked, reply, work } = await download({ format: 'txt' });
    await work;
    expect(asked).toEqual([]);
    expect(await text(reply.sent as Readable)).toBe('hola');
  });

  it('the file of another format with both languages is made of the file that has both, and sent under both', async () => {
    const query = { target: 'es', format: 'pdf', include_source: 'true' } as const;
    const { asked, commands, reply, work } = await download(query);
    await work;
    const wanted = { organizationId, documentId, targetLanguage: 'es' };
    expect(asked).toEqual([{ ...wanted, to: 'pdf' }, wanted]);
    expect(commands.sent).toEqual([new RecordDocumentDownload(documentId, 'es', true, uploaderMetadata)]);
    expect(reply.headers).toMatchObject({ 'content-disposition': expect.stringContaining('letter.en-es.pdf') });
  });

  it('a download that is refused records nothing', async () => {
    const { commands, work } = await download({ format: 'docx' });
    expect((await rejectionOf(() => work)).code).toBe('unsupported_format');
    expect(commands.sent).toEqual([]);
  });

  it('the file with the source beside its translation is sent under both languages, and recorded', async () => {
    const { asked, commands, reply, work } = await download({ target: 'es', include_source: 'true' });
    await work;
    expect(asked).toEqual([{ organizationId, documentId, targetLanguage: 'es' }]);
    expect(commands.sent).toEqual([new RecordDocumentDownload(documentId, 'es', true, uploaderMetadata)]);
    expect(reply.headers).toMatchObject({
      'content-disposition': expect.stringContaining('letter.en-es.txt'),
      'content-length': 10,
    });
    expect(await text(reply.sent as Readable)).toBe('hello\nhola');
  });

  it('a download whose file is still being made records nothing', async () => {
    const bilingual = new Rejection('service_unavailable', { retryAfter: 10 });
    const { commands, work } = await download({ include_source: 'true' }, file, { bilingual });
    expect((await rejectionOf(() => work)).code).toBe('service_unavailable');
    expect(commands.sent).toEqual([]);
  });

  it('the download of a missing document records nothing', async () => {
    const { commands, work } = await download({}, file, { id: 'doc_00000000000000000000000000' });
    expect((await rejectionOf(() => work)).code).toBe('document_not_found');
    expect(commands.sent).toEqual([]);
  });

  it('a file that was deleted between the event and the read is not found', async () => {
    const { work } = await download({}, { ...file, blobId: 'gone' });
    expect((await rejectionOf(() => work)).code).toBe('document_not_found');
  });
});
