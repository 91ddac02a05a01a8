import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { FormatError, UnsupportedFormatError } from '#libs/documents/formats/format.errors.js';
import type { SourceFile } from '#libs/documents/formats/format.port.js';
import type { ConvertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { blobAsFile } from '#libs/documents/stored-files/blob-as-file.js';
import {
  convertedBlobOf,
  type PagedFile,
  pageCountBlobOf,
  pagePictureBlobOf,
  sourcePdfBlobOf,
} from '#libs/documents/stored-files/document-blobs.js';
import { keptPageCount, maxDrawnPages, pageCountContent } from '#libs/documents/stored-files/page-pictures.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { BlobNotFoundError } from '#libs/ports/blob-store/blob-store.errors.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { BLOB_STORE, EVENT_STORE, FORMAT_HOST } from '#libs/ports/tokens.js';
import { ConvertedFiles } from './converted-files.js';
import { FailedPages } from './failed-pages.js';
import { MadeFiles, usualWaitMs } from './made-files.js';
import { type ExistingDocument, loadOwnDocument } from './own-document.js';
import { assertSourceThere, translationOf } from './translated-file.js';

/** The side of a document that is shown: the uploaded file, or a translation. */
export type Side = 'source' | 'target';

export interface WantedPage {
  organizationId: string;
  documentId: string;
  side: Side;
  /** The translation to this language, for the side `target`; the newest when undefined. */
  targetLanguage: string | undefined;
  /** From 1. */
  page: number;
}

export interface PagePicture {
  blobId: string;
  sizeBytes: number;
  pageCount: number;
  /** Whether `pageCount` is that of the document, which has pages only once it is laid out. */
  isLayoutOfDocument: boolean;
  /** The translation that it is of; undefined for the uploaded file. */
  translationId: string | undefined;
}

interface DrawnSide extends PagedFile {
  organizationId: string;
  format: string;
  /** The language of its text. */
  language: string;
  blob: { id: string; size: number };
}

const drawnFormat = 'pdf';
/** Has pages once it is laid out, but no ranges of them. */
const pagedWithoutRanges = 'rtf';

const asRefusal = (error: unknown): never => {
  if (error instanceof FormatError || error instanceof UnsupportedFormatError)
    throw new Rejection('processing_failed', { message: error.message });
  if (error instanceof BlobNotFoundError) throw new Rejection('document_not_found');
  throw error;
};

const assertAmong = (page: number, pageCount: number): void => {
  if (page <= Math.min(pageCount, maxDrawnPages)) return;
  const beyond = pageCount > maxDrawnPages ? `; those up to ${maxDrawnPages} are drawn` : '';
  const message = `The file has ${pageCount} ${pageCount === 1 ? 'page' : 'pages'}${beyond}.`;
  throw new Rejection('not_found', { message, details: { page, page_count: pageCount } });
};

/** Pages of documents as pictures. Each is drawn when it is first asked for, and kept beside the file that it is of. */
@Injectable()
export class PagePictures {
  private readonly files: MadeFiles;
  private readonly failed = new FailedPages();

  constructor(
    @Inject(EVENT_STORE) private readonly eventStore: Pick<EventStore, 'readStream'>,
    @Inject(BLOB_STORE) private readonly blobs: CountedBlobStore,
    @Inject(FORMAT_HOST) private readonly formats: Pick<ConvertingFormatHost, 'formats' | 'convert' | 'drawPage'>,
    @Inject(ConvertedFiles) private readonly converted: Pick<ConvertedFiles, 'file'>,
  ) {
    this.files = new MadeFiles(eventStore, blobs);
  }

  /**
   * @throws Rejection `not_found` for a page that the file does not have, `unsupported_format` where its pages cannot be
   * drawn, `service_unavailable` while the picture is still being made, and as a download is refused
   */
  async page(wanted: WantedPage, waitMs = usualWaitMs): Promise<PagePicture> {
    const { organizationId, documentId, page } = wanted;
    const side = sideOf(await loadOwnDocument(this.eventStore, organizationId, documentId), wanted);
    const isPagedByLayout = await this.assertDrawn(side);
    const known = await keptPageCount(this.blobs, side);
    if (known !== undefined) assertAmong(page, known);
    const blobId = pagePictureBlobOf(side, page);
    const make = () => this.failed.try(organizationId, blobId, () => this.drawn(side, page));
    const { size: sizeBytes } = await this.files.file({ organizationId, documentId, blobId, make }, waitMs);
    const pageCount = known ?? (await keptPageCount(this.blobs, side));
    if (pageCount === undefined) throw new Rejection('document_not_found');
    const { translationId } = side;
    return {
      blobId,
      sizeBytes,
      pageCount,
      isLayoutOfDocument: isPagedByLayout && translationId === undefined,
      translationId,
    };
  }

  /** Says whether the format has pages only once it is laid out. */
  private async assertDrawn({ format, organizationId }: DrawnSide): Promise<boolean> {
    const formats = await this.formats.formats({ organizationId });
    const found = formats.find(({ name }) => name === format);
    if (found?.isDrawn === true) return found.isPagedByLayout === true || format === pagedWithoutRanges;
    const message = `Pages of ${format.toUpperCase()} files cannot be drawn here; the file itself can be downloaded.`;
    throw new Rejection('unsupported_format', { message });
  }

  /** The picture of a page. The number of pages is kept before: pictures that are to be removed are found by it. */
  private async drawn(side: DrawnSide, page: number): Promise<AsyncIterable<Uint8Array>> {
    const { organizationId, documentId } = side;
    // Where there is no PDF of the file, none of its pages is tried.
    const pdf = await this.failed.try(organizationId, pageCountBlobOf(side), () => this.pdfOf(side));
    const { pageCount, picture } = await this.formats.drawPage(pdf, page, { organizationId }).catch(asRefusal);
    const count = {
      organizationId,
      documentId,
      blobId: pageCountBlobOf(side),
      make: () => pageCountContent(pageCount),
    };
    await this.files.file(count, usualWaitMs);
    assertAmong(page, pageCount);
    return Readable.from(picture === undefined ? [] : [picture]);
  }

  private async pdfOf({ format, language, blob, ...side }: DrawnSide): Promise<SourceFile> {
    const { organizationId, documentId, translationId } = side;
    if (format === drawnFormat) return blobAsFile(this.blobs, { ...blob, sha256: '' });
    if (translationId !== undefined) {
      const wanted = { organizationId, documentId, targetLanguage: language };
      const { blobId, sizeBytes } = await this.converted.file(wanted, drawnFormat);
      const isOfAnother = blobId !== convertedBlobOf(documentId, translationId, drawnFormat);
      if (isOfAnother) throw new Rejection('conflict', { message: 'The document was translated again meanwhile.' });
      return blobAsFile(this.blobs, { id: blobId, size: sizeBytes, sha256: '' });
    }
    const file = blobAsFile(this.blobs, { ...blob, sha256: '' });
    const make = () => this.formats.convert(format, drawnFormat, file, { language }, { organizationId });
    const blobId = sourcePdfBlobOf(documentId);
    return blobAsFile(
      this.blobs,
      await this.files.file({ organizationId, documentId, blobId, make }, usualWaitMs).catch(asRefusal),
    );
  }
}

const sideOf = (state: ExistingDocument, { side, targetLanguage }: WantedPage): DrawnSide => {
  const { documentId, organizationId, format, sourceLanguage, blobId, sizeBytes } = state.upload;
  if (side === 'source') {
    assertSourceThere(state);
    const blob = { id: blobId, size: sizeBytes };
    return { documentId, organizationId, format, language: sourceLanguage, blob };
  }
  const translation = translationOf(state, targetLanguage);
  if (translation.blobId === undefined || translation.sizeBytes === undefined)
    throw new Rejection('document_not_found');
  const blob = { id: translation.blobId, size: translation.sizeBytes };
  const { id: translationId, targetLanguage: language } = translation;
  return { documentId, translationId, organizationId, format, language, blob };
};
