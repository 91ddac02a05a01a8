import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import { defaultFormatOptions, type Recognition } from '#libs/documents/formats/format.port.js';
import { sourceBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { documentId } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { withRecognition } from './kept-recognition.js';

const user = { organizationId: 'org_1' };
const options = { ...defaultFormatOptions, ocr: true, sourceLanguage: 'en' };
const pageRange = [{ from: 2, to: 2 }];
const recognition: Recognition = [{ page: 2, width: 10, height: 10, lines: [], uncertainWords: 0 }];

/** A host of a file with four pages, of which some are scanned; it counts what it reads. */
const hostOf = (scannedPages: readonly number[], isInstalled = true) => {
  const read: unknown[] = [];
  return {
    read,
    formats: async () => [
      { name: 'pdf', mediaType: '', extensions: [], options: isInstalled ? (['ocr'] as const) : [] },
    ],
    async *extract() {
      yield [];
      return { pageCount: 4, scannedPages };
    },
    recognise: async (_file: unknown, pages: readonly number[], language: string | undefined) => {
      if (!isInstalled) throw new FormatError('invalid', 'It is not installed.');
      read.push([pages, language]);
      return recognition;
    },
  };
};

const storedDocument = async () => {
  const blobs = new InMemoryBlobStore();
  const blob = await blobs.put(sourceBlobOf(documentId), Readable.from([Buffer.from('x')]));
  return { blobs, blob };
};

describe('the text of scanned pages', () => {
  it('the text of scanned pages is read once for a range of pages, whatever the language is known to be by then', async () => {
    const { blobs, blob } = await storedDocument();
    const formats = hostOf([2]);
    const read = (given: object) =>
      withRecognition({ blobs, formats }, { format: 'pdf', blob }, { ...options, ...given }, user);
    expect(await read({ sourceLanguage: undefined })).toMatchObject({ recognition });
    expect(await read({})).toEqual({ ...options, recognition });
    expect(await read({ pageRange })).toMatchObject({ recognition });
    expect(formats.read).toEqual([
      [[2], undefined],
      [[2], 'en'],
    ]);
  });

  it.each([
    ['nobody asks for', 'pdf', false],
    ['is asked for of a format that has no scans', 'docx', true],
  ])('is not looked for where it %s', async (_what, format, ocr) => {
    const { blobs, blob } = await storedDocument();
    const formats = hostOf([1, 2, 3, 4]);
    expect(await withRecognition({ blobs, formats }, { format, blob }, { ...options, ocr }, user)).toEqual({
      ...options,
      ocr,
    });
    expect(formats.read).toEqual([]);
  });

  it('the text of scanned pages is left out of a file with other text while OCR is not installed, and a file of scans is refused', async () => {
    const { blobs, blob } = await storedDocument();
    const read = (scannedPages: number[]) =>
      withRecognition({ blobs, formats: hostOf(scannedPages, false) }, { format: 'pdf', blob }, options, user);
    expect(await read([2])).toEqual({ ...options, ocr: false });
    await expect(read([1, 2, 3, 4])).rejects.toThrow('not installed');
  });
});
