import { Readable } from 'node:stream';
import { ulid } from 'ulid';
import type { StoredEntries } from '#libs/domain/glossary/glossary.events.js';
import { isId, isUlid } from '#libs/platform/ids/id-form.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { GlossaryEntry } from '#libs/text/glossary/glossary-entry.js';

/** The id of the glossary that a blob belongs to; undefined for a blob of another kind. */
export const glossaryOfBlob = (blobId: string): string | undefined => {
  const [glossaryId = '', version = '', ...rest] = blobId.split('-');
  return isId(glossaryId, 'glo') && isUlid(version) && rest.length === 0 ? glossaryId : undefined;
};

/**
 * Stores the entries of a version in a blob of its own, encrypted under a key of its own: two changes at the same
 * time never overwrite each other. The entries are durable when it resolves.
 */
export const storeEntries = async (
  blobs: Pick<CountedBlobStore, 'put'>,
  glossaryId: string,
  entries: readonly GlossaryEntry[],
  organizationId: string,
): Promise<StoredEntries> => {
  const content = Buffer.from(JSON.stringify(entries.map(({ source, target }) => [source, target])));
  const options = { owner: { organizationId }, expectedBytes: content.length };
  const blob = await blobs.put(`${glossaryId}-${ulid()}`, Readable.from([content]), options);
  const { id: blobId, size: sizeBytes, sha256 } = blob;
  return { blobId, entryCount: entries.length, sizeBytes, sha256 };
};

/** @throws BlobNotFoundError once the glossary is deleted, BlobCorruptError */
export const loadEntries = async (blobs: Pick<BlobStore, 'read'>, blobId: string): Promise<GlossaryEntry[]> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await blobs.read(blobId)) chunks.push(chunk);
  const pairs: [source: string, target: string][] = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  return pairs.map(([source, target]) => ({ source, target }));
};
