import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isId } from '#libs/platform/ids/id-form.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import { type PagedFile, pageCountBlobOf, pagePictureBlobOf, sourceBlobOf } from './document-blobs.js';

/** Pages of a file that are drawn, at most: those of a PDF at most. */
export const maxDrawnPages = 10_000;

/** Pictures that are looked for at a time. */
const lookedForAtOnce = 500;

/** The content of the blob with the number of pages. */
export const pageCountContent = (pageCount: number): Readable => Readable.from([Buffer.from(String(pageCount))]);

/** The number of pages of a file that one was drawn of; undefined where none was. */
export const keptPageCount = async (blobs: Pick<BlobStore, 'read'>, file: PagedFile): Promise<number | undefined> => {
  try {
    return Number(await text(await blobs.read(pageCountBlobOf(file))));
  } catch (error) {
    if (error instanceof BlobNotFoundError) return undefined;
    throw error;
  }
};

const pagedFileOf = (documentId: string, blobId: string): PagedFile | undefined => {
  if (isId(blobId, 'trn')) return { documentId, translationId: blobId };
  return blobId === sourceBlobOf(documentId) ? { documentId } : undefined;
};

/** Removes the pictures of pages of these files of a document, and last the number of pages, by which they are found. */
export const removePagePictures = async (
  blobs: Pick<CountedBlobStore, 'read' | 'delete' | 'countedAmong'>,
  documentId: string,
  blobIds: readonly string[],
): Promise<void> => {
  for (const blobId of blobIds) {
    const file = pagedFileOf(documentId, blobId);
    const kept = file && (await keptPageCount(blobs, file));
    if (file === undefined || kept === undefined) continue;
    const pageCount = Math.min(maxDrawnPages, kept);
    for (let first = 1; first <= pageCount; first += lookedForAtOnce) {
      const count = Math.min(lookedForAtOnce, pageCount - first + 1);
      const pictures = Array.from({ length: count }, (_, at) => pagePictureBlobOf(file, first + at));
      for (const picture of await blobs.countedAmong(pictures)) await blobs.delete(picture);
    }
    await blobs.delete(pageCountBlobOf(file));
  }
};
