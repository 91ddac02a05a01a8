import { expect, it } from 'vitest';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { glossaryOfBlob, loadEntries, storeEntries } from './stored-entries.js';

const glossaryId = 'glo_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const entries = [
  { source: 'contract', target: 'contrato' },
  { source: '=SUM("a,b")\\', target: '😀 ß \u2028' },
];

it('stored entries are read back unchanged', async () => {
  const blobs = new InMemoryBlobStore();
  const stored = await storeEntries(blobs, glossaryId, entries, 'org_1');
  expect(await loadEntries(blobs, stored.blobId)).toEqual(entries);
  const { size: sizeBytes, sha256 } = await blobs.stat(stored.blobId);
  expect(stored).toMatchObject({ entryCount: 2, sizeBytes, sha256 });
});

it('the entries of each version are a blob of their own, which names its glossary', async () => {
  const blobs = new InMemoryBlobStore();
  for (const _ of [1, 2]) await storeEntries(blobs, glossaryId, entries, 'org_1');
  expect(new Set(blobs.ids).size).toBe(2);
  expect(blobs.ids.map(glossaryOfBlob)).toEqual([glossaryId, glossaryId]);
});

it.each(['doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2-source', glossaryId, `${glossaryId}-source`, ''])(
  'the blob %j does not count as entries',
  (blobId) => expect(glossaryOfBlob(blobId)).toBeUndefined(),
);

it('reading entries that are gone fails', async () =>
  expect(loadEntries(new InMemoryBlobStore(), `${glossaryId}-x`)).rejects.toThrow(BlobNotFoundError));
