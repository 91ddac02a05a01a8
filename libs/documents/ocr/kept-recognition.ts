import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { BlobInfo, BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { DocumentSummary, FormatOptions, PageRange, Recognition } from '../formats/format.port.js';
import type { ThreadUser } from '../formats/host/format-host.js';
import type { ConvertingFormatHost } from '../office/converting-format-host.js';
import { blobAsFile } from '../stored-files/blob-as-file.js';
import { documentOfBlob, recognitionBlobOf } from '../stored-files/document-blobs.js';

/** The only format whose pages may be pictures. */
const formatOfScans = 'pdf';

interface Stores {
  blobs: CountedBlobStore;
  formats: Pick<ConvertingFormatHost, 'formats' | 'extract' | 'recognise'>;
}

/** The text that was read from scans of a document, and its page range. */
interface KeptRecognition {
  pageRange: PageRange | null;
  recognition: Recognition;
}

/**
 * Adds the text of scanned pages to options that ask for it. They are read once for a range of pages, and what came of
 * that is kept beside the document: all who read the file find the same text.
 * @throws FormatError, NoSlotError
 */
export const withRecognition = async <Options extends FormatOptions & { sourceLanguage?: string | undefined }>(
  { blobs, formats }: Stores,
  { format, blob }: { format: string; blob: BlobInfo },
  options: Options,
  user: ThreadUser,
): Promise<Options> => {
  if (!options.ocr || format !== formatOfScans) return options;
  const blobId = recognitionBlobOf(documentOfBlob(blob.id) ?? blob.id);
  const pageRange = options.pageRange ?? null;
  const kept = await readKept(blobs, blobId);
  if (kept && JSON.stringify(kept.pageRange) === JSON.stringify(pageRange))
    return { ...options, recognition: kept.recognition };
  const file = blobAsFile(blobs, blob);
  const { scannedPages = [], pageCount = 0 } = await summaryOf(formats.extract(format, file, options, user));
  const isPossible = (await formats.formats(user)).some(
    ({ name, options: known }) => name === format && known.includes('ocr'),
  );
  // Without OCR a file is translated as far as it is text; one that is all scans is refused, with the reason.
  if (!isPossible && scannedPages.length < pageCount) return { ...options, ocr: false };
  const recognition =
    scannedPages.length === 0 ? [] : await formats.recognise(file, scannedPages, options.sourceLanguage, user);
  const content: KeptRecognition = { pageRange, recognition };
  const owner = { organizationId: user.organizationId };
  await blobs.put(blobId, Readable.from([Buffer.from(JSON.stringify(content))]), { owner });
  return { ...options, recognition };
};

const summaryOf = async (extraction: AsyncGenerator<unknown, DocumentSummary>): Promise<DocumentSummary> => {
  for (;;) {
    const { value, done } = await extraction.next();
    if (done) return value;
  }
};

/** Undefined where nobody has read it yet. */
const readKept = async (blobs: Pick<BlobStore, 'read'>, blobId: string): Promise<KeptRecognition | undefined> => {
  try {
    return JSON.parse(await text(await blobs.read(blobId)));
  } catch (error) {
    if (error instanceof BlobNotFoundError) return undefined;
    throw error;
  }
};
