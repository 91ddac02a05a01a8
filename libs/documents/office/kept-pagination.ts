import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobInfo, BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { FormatOptions, Pagination } from '../formats/format.port.js';
import type { ThreadUser } from '../formats/host/format-host.js';
import { blobAsFile } from '../stored-files/blob-as-file.js';
import { documentOfBlob, pagesBlobOf } from '../stored-files/document-blobs.js';
import type { ConvertingFormatHost } from './converting-format-host.js';

interface StoredDocument {
  format: string;
  blob: BlobInfo;
}

/**
 * Adds the pages of a document to options that ask for a range of them. It is laid out once, and what came of that is
 * kept beside it, also that nothing did: all who read the file find the same text in the range.
 * @throws NoSlotError
 */
export const withPagination = async <Options extends FormatOptions>(
  { blobs, formats }: { blobs: CountedBlobStore; formats: Pick<ConvertingFormatHost, 'formats' | 'paginate'> },
  { format, blob }: StoredDocument,
  options: Options,
  user: ThreadUser,
): Promise<Options> => {
  if (options.pageRange === undefined) return options;
  const description = (await formats.formats(user)).find(({ name }) => name === format);
  if (description?.isPagedByLayout !== true) return options;
  const pagesBlobId = pagesBlobOf(documentOfBlob(blob.id) ?? blob.id);
  const kept = await readKept(blobs, pagesBlobId);
  const pagination =
    kept === undefined ? await formats.paginate(format, blobAsFile(blobs, blob), user) : kept.pagination;
  if (kept === undefined) {
    const content = Buffer.from(JSON.stringify({ pagination: pagination ?? null }));
    await blobs.put(pagesBlobId, Readable.from([content]), { owner: { organizationId: user.organizationId } });
  }
  return pagination ? { ...options, pagination } : options;
};

/** The kept result of laying a document out; undefined where none is kept. */
const readKept = async (
  blobs: Pick<BlobStore, 'read'>,
  blobId: string,
): Promise<{ pagination: Pagination | null } | undefined> => {
  try {
    return JSON.parse(await text(await blobs.read(blobId)));
  } catch (error) {
    if (error instanceof BlobNotFoundError) return undefined;
    throw error;
  }
};
