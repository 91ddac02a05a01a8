import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { defaultFormatOptions, type FormatOptions, type Pagination } from '#libs/documents/formats/format.port.js';
import { sourceBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { documentId } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { DocumentInspection } from './document-inspection.js';

const options = { ...defaultFormatOptions, pageRange: [{ from: 2, to: 2 }] };
const warning = { code: 'pages_estimated', message: 'They are estimated.', count: 1 };

const user = { organizationId: 'org_1' };

const inspectionWith = (pagination?: Pagination, blobs = new InMemoryBlobStore()) => {
  const host = {
    formats: async () => [{ name: 'docx', mediaType: '', extensions: [], options: [], isPagedByLayout: true }],
    detect: async () => {
      throw new Error('It is known');
    },
    missingFor: async (format: string, language: string) =>
      language === 'ja' ? `There is no font for ${format}.` : undefined,
    paginate: async () => pagination,
    recognise: async () => [],
    async *extract(_format: string, _file: unknown, { pagination: used }: FormatOptions) {
      yield [{ role: 'body' as const, parts: [{ kind: 'text' as const, text: 'Two words' }] }];
      return used === undefined ? { pageCount: 4, warnings: [warning] } : { pageCount: used.pageCount };
    },
  };
  const detector = { detect: () => ({ language: 'en', script: 'Latn', confidence: 1, alternatives: [] }) };
  return new DocumentInspection(blobs, host, detector);
};

const countWith = async (pagination: Pagination | undefined, bytes = 1) => {
  const blobs = new InMemoryBlobStore();
  const blob = await blobs.put(sourceBlobOf(documentId), Readable.from([Buffer.alloc(bytes, 'x')]));
  return await inspectionWith(pagination, blobs).count(blob, 'docx', options, user);
};

it('a document with a page range has the pages that it is laid out in', async () => {
  const pagination = { pageCount: 9, places: [{ paragraph: 0, page: 2 }] };
  expect(await countWith(pagination)).toMatchObject({
    pageCount: 9,
    laidOutPages: 9,
    pageCountSource: 'layout',
    wordCount: 2,
    arePagesEstimated: false,
  });
});

it('a document that cannot be laid out is known to have estimated pages', async () => {
  const counted = await countWith(undefined);
  expect(counted).toMatchObject({ pageCount: 4, pageCountSource: 'estimate', arePagesEstimated: true });
  expect(counted).not.toHaveProperty('laidOutPages');
});

it.each([
  [1, 9],
  [4_096 * 10 - 1, 9],
  [4_096 * 10, 10],
  [4_096 * 6_400, 6_400],
])('a file of %d bytes with nine characters counts as %d', async (bytes, characterCount) =>
  expect(await countWith(undefined, bytes)).toMatchObject({
    characterCount,
    wordCount: 2,
    segmentCount: 1,
    pageCount: 4,
  }),
);

it('a file is refused where its format cannot be written in the language now', async () => {
  const inspection = inspectionWith();
  const pdf = { name: 'pdf', dependsOnTarget: true };
  await expect(inspection.assertWritable(pdf, 'ja', user)).rejects.toMatchObject({
    code: 'unsupported_format',
    message: 'There is no font for pdf.',
  });
  await inspection.assertWritable(pdf, 'es', user);
  await inspection.assertWritable({ name: 'txt' }, 'ja', user);
});
