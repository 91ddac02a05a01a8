import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { readFully } from '#libs/documents/formats/source-file.js';
import type { ConvertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { convertedBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { documentId, runOnDocument, translationId, uploadDocument } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ConvertedFiles } from './converted-files.js';

const now = '2026-11-21T08:01:00.000Z';
const pdf = convertedBlobOf(documentId, translationId, 'pdf');
const wanted = { organizationId: 'org_1', documentId, targetLanguage: 'es' };

let eventStore: InMemoryEventStore;
let blobs: InMemoryBlobStore;
let conversions: string[];
let during: () => Promise<unknown>;
let files: ConvertedFiles;

const formats: Pick<ConvertingFormatHost, 'formats' | 'convert'> = {
  formats: async () => [{ name: 'lines', mediaType: 'text/plain', extensions: [], options: [], outputs: ['pdf'] }],
  async *convert(from, to, file, { language }) {
    conversions.push(`${from} to ${to} in ${language}`);
    await during();
    yield Buffer.from('%PDF ');
    yield await readFully(file, 0, file.size);
  },
};

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  blobs = new InMemoryBlobStore();
  conversions = [];
  during = async () => undefined;
  files = new ConvertedFiles(eventStore, blobs, formats);
  await uploadDocument(eventStore);
});

const complete = async () => {
  await blobs.put(translationId, Readable.from([Buffer.from('hola')]));
  const file = { blobId: translationId, sizeBytes: 4, sha256: 'ab', model: 'm', confidence: 1 };
  const expiresAt = '2026-11-28T08:01:00.000Z';
  await runOnDocument(eventStore, { type: 'CompleteDocumentTranslation', translationId, ...file, now, expiresAt });
};

describe('a translation as a file of another format', () => {
  it('it is made of the translated file at its first download, and kept for the next ones', async () => {
    await complete();
    expect(await files.file(wanted, 'pdf')).toEqual({ blobId: pdf, sizeBytes: 9, targetLanguage: 'es' });
    expect(blobs.textOf(pdf)).toBe('%PDF hola');
    await files.file(wanted, 'pdf');
    expect(conversions).toEqual(['lines to pdf in es']);
  });

  it('the file with both languages becomes one of the other format too, which is kept beside that of the translation', async () => {
    await complete();
    await blobs.put('both', Readable.from([Buffer.from('hello hola')]));
    const bilingual = async () => ({ blobId: 'both', sizeBytes: 10, targetLanguage: 'es' });
    const made = await files.file(wanted, 'pdf', { bilingual });
    expect(blobs.textOf(made.blobId)).toBe('%PDF hello hola');
    expect(await files.file(wanted, 'pdf')).toMatchObject({ blobId: pdf });
    expect(blobs.textOf(pdf)).toBe('%PDF hola');
  });

  it('a format that such files do not become is refused, with those that they do', async () => {
    await complete();
    expect(await rejectionOf(() => files.file(wanted, 'xlsx'))).toMatchObject({
      code: 'unsupported_format',
      message: expect.stringContaining('lines, pdf'),
    });
    expect(conversions).toEqual([]);
  });

  it('a format that such files do not become is refused before the translation has ended, too', async () => {
    expect((await rejectionOf(() => files.file(wanted, 'xlsx'))).code).toBe('unsupported_format');
  });

  it('a download that waited too long is told to come again, and finds the file then', async () => {
    await complete();
    const { promise: go, resolve } = Promise.withResolvers<void>();
    during = () => go;
    expect(await rejectionOf(() => files.file(wanted, 'pdf', { waitMs: 1 }))).toMatchObject({
      code: 'service_unavailable',
      retryAfter: expect.any(Number),
    });
    resolve();
    expect(await files.file(wanted, 'pdf')).toMatchObject({ blobId: pdf });
    expect(conversions).toHaveLength(1);
  });

  it('a file that cannot be converted fails, and is tried again by the next download', async () => {
    await complete();
    during = () => Promise.reject(new FormatError('hostile', 'The document takes too long to convert.'));
    expect((await rejectionOf(() => files.file(wanted, 'pdf'))).code).toBe('processing_failed');
    during = async () => undefined;
    expect(await files.file(wanted, 'pdf')).toMatchObject({ blobId: pdf });
  });

  it('what fails after its download was told to come again is told the next one, which begins nothing', async () => {
    await complete();
    const { promise: work, reject } = Promise.withResolvers<void>();
    during = () => work;
    expect((await rejectionOf(() => files.file(wanted, 'pdf', { waitMs: 1 }))).code).toBe('service_unavailable');
    reject(new FormatError('hostile', 'The document takes too long to convert.'));
    await setImmediate();
    during = async () => undefined;
    expect((await rejectionOf(() => files.file(wanted, 'pdf'))).code).toBe('processing_failed');
    expect(conversions).toHaveLength(1);
    expect(await files.file(wanted, 'pdf')).toMatchObject({ blobId: pdf });
  });

  it('it is refused as a download is', async () => {
    expect((await rejectionOf(() => files.file(wanted, 'pdf'))).code).toBe('conflict');
    expect((await rejectionOf(() => files.file({ ...wanted, organizationId: 'org_2' }, 'pdf'))).code).toBe(
      'document_not_found',
    );
  });

  it('a document that is deleted meanwhile leaves no file behind', async () => {
    await complete();
    during = () => runOnDocument(eventStore, { type: 'DeleteDocument', now });
    expect((await rejectionOf(() => files.file(wanted, 'pdf'))).code).toBe('document_not_found');
    expect(blobs.ids).not.toContain(pdf);
  });
});
