import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { readFully } from '#libs/documents/formats/source-file.js';
import type { ConvertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import {
  convertedBlobOf,
  pageCountBlobOf,
  pagePictureBlobOf,
  sourceBlobOf,
  sourcePdfBlobOf,
} from '#libs/documents/stored-files/document-blobs.js';
import { documentId, runOnDocument, translationId, uploadDocument } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ConvertedFiles } from './converted-files.js';
import { PagePictures, type WantedPage } from './page-pictures.js';

const now = '2026-11-21T08:01:00.000Z';
const expiresAt = '2026-11-28T08:01:00.000Z';
const target: WantedPage = { organizationId: 'org_1', documentId, side: 'target', targetLanguage: 'es', page: 1 };
const source: WantedPage = { ...target, side: 'source', targetLanguage: undefined };

let eventStore: InMemoryEventStore;
let blobs: InMemoryBlobStore;
let made: string[];
let during: () => Promise<unknown>;
let isDrawn: boolean;
let isPagedByLayout: boolean;
let pictures: PagePictures;

const formats: Pick<ConvertingFormatHost, 'formats' | 'convert' | 'drawPage'> = {
  formats: async () => [
    { name: 'lines', mediaType: 'text/plain', extensions: [], options: [], outputs: ['pdf'], isDrawn, isPagedByLayout },
  ],
  async *convert(from, to, file, { language }) {
    made.push(`${from} to ${to} in ${language}`);
    yield Buffer.from('%PDF ');
    yield await readFully(file, 0, file.size);
  },
  async drawPage(pdf, page) {
    const content = Buffer.from(await readFully(pdf, 0, pdf.size)).toString();
    made.push(`page ${page}`);
    await during();
    return { pageCount: 3, picture: page > 3 ? undefined : Buffer.from(`${page} of ${content}`) };
  },
};

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  blobs = new InMemoryBlobStore();
  made = [];
  during = async () => undefined;
  isDrawn = true;
  isPagedByLayout = false;
  pictures = new PagePictures(eventStore, blobs, formats, new ConvertedFiles(eventStore, blobs, formats));
  await uploadDocument(eventStore);
  await blobs.put(sourceBlobOf(documentId), Readable.from([Buffer.from('hello, all')]));
});

const complete = async () => {
  await blobs.put(translationId, Readable.from([Buffer.from('hola')]));
  const file = { blobId: translationId, sizeBytes: 4, sha256: 'ab', model: 'm', confidence: 1 };
  await runOnDocument(eventStore, { type: 'CompleteDocumentTranslation', translationId, ...file, now, expiresAt });
};

describe('a page of a document as a picture', () => {
  it('it is drawn of the translation as a PDF when it is first asked for, and kept for later', async () => {
    await complete();
    const blobId = pagePictureBlobOf({ documentId, translationId }, 2);
    const sizeBytes = '2 of %PDF hola'.length;
    const page = { ...target, page: 2 };
    expect(await pictures.page(page)).toEqual({
      blobId,
      sizeBytes,
      pageCount: 3,
      isLayoutOfDocument: false,
      translationId,
    });
    expect(blobs.textOf(blobId)).toBe('2 of %PDF hola');
    expect(blobs.ids).toContain(convertedBlobOf(documentId, translationId, 'pdf'));
    expect(await pictures.page(page)).toMatchObject({ blobId, pageCount: 3 });
    expect(made).toEqual(['lines to pdf in es', 'page 2']);
  });

  it('pages of the source are there while the translation runs, and of one PDF of it', async () => {
    const first = await pictures.page(source);
    expect(first).toMatchObject({ blobId: pagePictureBlobOf({ documentId }, 1), pageCount: 3 });
    expect(first.translationId).toBeUndefined();
    await pictures.page({ ...source, page: 3 });
    expect(blobs.textOf(sourcePdfBlobOf(documentId))).toContain('%PDF hello');
    expect(made).toEqual(['lines to pdf in en', 'page 1', 'page 3']);
  });

  it('the pages of a source are those of the document where it has them only once it is laid out', async () => {
    expect(await pictures.page(source)).toMatchObject({ pageCount: 3, isLayoutOfDocument: false });
    isPagedByLayout = true;
    expect(await pictures.page(source)).toMatchObject({ pageCount: 3, isLayoutOfDocument: true });
    await complete();
    expect(await pictures.page(target)).toMatchObject({ isLayoutOfDocument: false });
  });

  it('two who ask for the same page at the same time have it drawn once', async () => {
    await Promise.all([pictures.page(source), pictures.page(source)]);
    expect(made).toEqual(['lines to pdf in en', 'page 1']);
  });

  it('a page behind the last is refused with their number, and nothing is drawn for it once that is known', async () => {
    const refused = await rejectionOf(() => pictures.page({ ...source, page: 4 }));
    expect(refused).toMatchObject({ code: 'not_found', details: { page: 4, page_count: 3 } });
    expect(refused.message).toContain('3 pages');
    const before = [...made];
    expect((await rejectionOf(() => pictures.page({ ...source, page: 5 }))).code).toBe('not_found');
    expect(made).toEqual(before);
    expect(blobs.ids.filter((id) => id.includes('-page4'))).toEqual([]);
  });

  it('a format without pages is refused, and makes nothing', async () => {
    isDrawn = false;
    await complete();
    expect((await rejectionOf(() => pictures.page(target))).code).toBe('unsupported_format');
    expect((await rejectionOf(() => pictures.page(source))).code).toBe('unsupported_format');
    expect(made).toEqual([]);
  });

  it('whoever waited too long is told to come again, and finds the picture then', async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    during = () => go;
    expect(await rejectionOf(() => pictures.page(source, 1))).toMatchObject({
      code: 'service_unavailable',
      retryAfter: expect.any(Number),
      isUnderWay: true,
    });
    resolve();
    expect(await pictures.page(source)).toMatchObject({ pageCount: 3 });
    expect(made).toEqual(['lines to pdf in en', 'page 1']);
  });

  it('a page that cannot be drawn fails, and is not tried at each request; others are', async () => {
    during = () => Promise.reject(new FormatError('hostile', 'The page takes too long to draw.'));
    expect((await rejectionOf(() => pictures.page(source))).code).toBe('processing_failed');
    during = async () => undefined;
    expect(await rejectionOf(() => pictures.page(source))).toMatchObject({
      code: 'processing_failed',
      message: 'The page takes too long to draw.',
    });
    expect(await pictures.page({ ...source, page: 2 })).toMatchObject({ pageCount: 3 });
    expect(made).toEqual(['lines to pdf in en', 'page 1', 'page 2']);
  });

  it('it is refused as a download is', async () => {
    expect((await rejectionOf(() => pictures.page(target))).code).toBe('conflict');
    const foreign = { ...source, organizationId: 'org_2' };
    expect((await rejectionOf(() => pictures.page(foreign))).code).toBe('document_not_found');
    await complete();
    expect((await rejectionOf(() => pictures.page({ ...target, targetLanguage: 'fr' }))).code).toBe('not_found');
    await runOnDocument(eventStore, { type: 'ExpireDocument', now: expiresAt });
    expect((await rejectionOf(() => pictures.page(source))).code).toBe('document_expired');
    expect((await rejectionOf(() => pictures.page(target))).code).toBe('document_expired');
  });

  it('a document that is deleted meanwhile leaves nothing behind', async () => {
    during = () => runOnDocument(eventStore, { type: 'DeleteDocument', now });
    expect((await rejectionOf(() => pictures.page(source))).code).toBe('document_not_found');
    const left = [pagePictureBlobOf({ documentId }, 1), pageCountBlobOf({ documentId })];
    expect(blobs.ids.filter((id) => left.includes(id))).toEqual([]);
  });
});
