import { describe, expect, it } from 'vitest';
import { defaultFormatOptions, type Pagination } from '#libs/documents/formats/format.port.js';
import { sourceBlobOf, withBlobsBeside } from '#libs/documents/stored-files/document-blobs.js';
import { documentId } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { withPagination } from './kept-pagination.js';

const user = { organizationId: 'org_1' };
const pagination: Pagination = { pageCount: 2, places: [{ paragraph: 0, page: 1 }] };
const blob = { id: sourceBlobOf(documentId), size: 1, sha256: 'ab' };
const ranged = { ...defaultFormatOptions, pageRange: [{ from: 1, to: 1 }] };

/** A host that lays out each document once more as it is told. */
const hostOf = (...layouts: (Pagination | undefined)[]) => ({
  formats: async () => [
    { name: 'docx', mediaType: '', extensions: [], options: [], isPagedByLayout: true },
    { name: 'pdf', mediaType: '', extensions: [], options: [] },
  ],
  paginate: async () => {
    if (layouts.length === 0) throw new Error('It was laid out once too often');
    return layouts.shift();
  },
});

describe('the pages of a stored document', () => {
  it.each([
    ['are found once', pagination],
    ['are not looked for again when they could not be found', undefined],
  ])('%s', async (_what, layout) => {
    const blobs = new InMemoryBlobStore();
    const document = { format: 'docx', blob };
    const first = await withPagination({ blobs, formats: hostOf(layout) }, document, ranged, user);
    expect(first.pagination).toEqual(layout);
    expect(await withPagination({ blobs, formats: hostOf() }, document, ranged, user)).toEqual(first);
  });

  it.each([
    ['a document whose whole text is translated', 'docx', defaultFormatOptions],
    ['a file that has pages of its own', 'pdf', ranged],
  ])('are not looked for in %s', async (_what, format, options) => {
    const blobs = new InMemoryBlobStore();
    expect(await withPagination({ blobs, formats: hostOf() }, { format, blob }, options, user)).toEqual(options);
    expect(blobs.ids).toEqual([]);
  });

  it('go with the file', async () => {
    const blobs = new InMemoryBlobStore();
    await withPagination({ blobs, formats: hostOf(pagination) }, { format: 'docx', blob }, ranged, user);
    expect(withBlobsBeside(documentId, [blob.id])).toEqual(expect.arrayContaining([...blobs.ids]));
  });
});
