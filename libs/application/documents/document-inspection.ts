import { Inject, Injectable } from '@nestjs/common';
import { countedPages, countPages } from '#libs/documents/formats/counting.js';
import { FormatError, UnsupportedFormatError } from '#libs/documents/formats/format.errors.js';
import type { DocumentSummary, FormatOptions, Pagination } from '#libs/documents/formats/format.port.js';
import type { DetectedDescription, FormatDescription, ThreadUser } from '#libs/documents/formats/host/format-host.js';
import { noText, type TextCount } from '#libs/documents/formats/text-count.js';
import { withRecognition } from '#libs/documents/ocr/kept-recognition.js';
import type { ConvertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { withPagination } from '#libs/documents/office/kept-pagination.js';
import { blobAsFile } from '#libs/documents/stored-files/blob-as-file.js';
import type { PageCountSource, TextSize } from '#libs/domain/document/document.events.js';
import { countedCharacters, reservedCharacters } from '#libs/domain/document/document-size.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { anySignal } from '#libs/platform/async/any-signal.js';
import type { BlobInfo } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import { BLOB_STORE, FORMAT_HOST, LANGUAGE_DETECTOR } from '#libs/ports/tokens.js';
import type { LanguageDetector } from '#libs/text/languages/detection/language-detector.js';

/** The size of a document, counted before it is translated. */
export interface CountedDocument extends TextSize {
  /** Whether its words and segments were counted, which takes too long for some; their characters are set aside by bytes. */
  isCounted: boolean;
  pageCount: number;
  pageCountSource: PageCountSource;
  /** Its pages where it was laid out for a page range; `pageCount` is then the same. */
  laidOutPages?: number;
  /** Whether the pages of a page range are told by page breaks, because the document cannot be laid out here. */
  arePagesEstimated?: boolean;
  /** Detected language; `und` for a document without letters. */
  detectedLanguage: string;
}

export interface Counting {
  /** Whether it may end after ten seconds, uncounted: nothing counts a part of a text later that is not all of the upload's. */
  mayEndUncounted: boolean;
}

const toRejection = (error: unknown): unknown => {
  if (error instanceof UnsupportedFormatError) return new Rejection('unsupported_format', { message: error.message });
  if (error instanceof FormatError) {
    return new Rejection('invalid_file_format', {
      message: error.message,
      details: { file: [error.message], reason: error.reason },
    });
  }
  return error;
};

/** Inspects stored files. */
@Injectable()
export class DocumentInspection {
  constructor(
    @Inject(BLOB_STORE) private readonly blobs: CountedBlobStore,
    @Inject(FORMAT_HOST)
    private readonly formats: Pick<
      ConvertingFormatHost,
      'formats' | 'detect' | 'extract' | 'count' | 'missingFor' | 'paginate' | 'recognise'
    >,
    @Inject(LANGUAGE_DETECTOR) private readonly detector: Pick<LanguageDetector, 'detect'>,
  ) {}

  /**
   * Finds the format by the content.
   * @throws Rejection `unsupported_format`, `invalid_file_format`; NoSlotError
   */
  async detect(
    { name, mediaType, blob }: { name: string; mediaType: string; blob: BlobInfo },
    user: ThreadUser,
  ): Promise<DetectedDescription> {
    try {
      return await this.formats.detect(blobAsFile(this.blobs, blob), name, mediaType, user);
    } catch (error) {
      throw toRejection(error);
    }
  }

  /** All formats that files can be in. @throws NoSlotError */
  readable(user: ThreadUser): Promise<readonly FormatDescription[]> {
    return this.formats.formats(user);
  }

  /** @throws Rejection `unsupported_format`; NoSlotError */
  async formatNamed(name: string, user: ThreadUser): Promise<FormatDescription> {
    const format = (await this.readable(user)).find((candidate) => candidate.name === name);
    if (format === undefined) throw new Rejection('unsupported_format');
    return format;
  }

  /**
   * Checks that files of the format can be written in a language on this machine now.
   * @throws Rejection `unsupported_format`; NoSlotError
   */
  async assertWritable(
    { name, dependsOnTarget }: Pick<FormatDescription, 'name' | 'dependsOnTarget'>,
    targetLanguage: string,
    user: ThreadUser,
  ): Promise<void> {
    if (dependsOnTarget !== true) return;
    const message = await this.formats.missingFor(name, targetLanguage, user);
    if (message !== undefined) throw new Rejection('unsupported_format', { message });
  }

  /**
   * Counts the text; the source language of scanned pages is found where nobody says it. After ten seconds it is left uncounted where that
   * may be, as soon as the language is known.
   * @throws Rejection `invalid_file_format`; NoSlotError
   */
  async count(
    blob: BlobInfo,
    format: string,
    options: FormatOptions & { sourceLanguage?: string | undefined },
    user: ThreadUser,
    { mayEndUncounted }: Counting = { mayEndUncounted: true },
  ): Promise<CountedDocument> {
    let found = noText;
    const detected = () => this.detector.detect(found.sample).language;
    const limit = new CountLimit(
      () => mayEndUncounted && (options.sourceLanguage !== undefined || detected() !== noLanguage),
    );
    const signal = anySignal([limit.signal, ...(user.signal ? [user.signal] : [])]);
    try {
      const stores = { blobs: this.blobs, formats: this.formats };
      const document = { format, blob };
      const paginated = await withPagination(stores, document, options, { ...user, signal });
      const laidOut = await withRecognition(stores, document, paginated, { ...user, signal });
      const counts = this.formats.count(format, blobAsFile(this.blobs, blob), laidOut, { ...user, signal });
      for (;;) {
        const { done, value } = await counts.next();
        if (done) return { ...wholeOf(blob, found, value, laidOut.pagination), detectedLanguage: detected() };
        found = value;
        limit.check();
      }
    } catch (error) {
      if (limit.signal.aborted) return { ...uncounted(blob, found), detectedLanguage: detected() };
      throw toRejection(error);
    } finally {
      limit.clear();
    }
  }
}

const noLanguage = 'und';

/** Milliseconds that a file is counted for while its caller waits. */
const maxCountMs = 10_000;

/** Aborts the counting of a file when it has taken too long, and may end. */
class CountLimit {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private isOver = false;

  constructor(private readonly mayEnd: () => boolean) {
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.check();
    }, maxCountMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  check(): void {
    if (this.isOver && this.mayEnd()) this.controller.abort();
  }

  clear(): void {
    clearTimeout(this.timer);
  }
}

const wholeOf = (
  blob: BlobInfo,
  { words, characters, segments }: TextCount,
  summary: DocumentSummary,
  pagination: Pagination | undefined,
): Omit<CountedDocument, 'detectedLanguage'> => {
  const { areEstimated, ...pages } = countedPages(summary, characters, pagination !== undefined);
  return {
    isCounted: true,
    ...pages,
    ...(pagination && { laidOutPages: pagination.pageCount }),
    wordCount: words,
    characterCount: countedCharacters(characters, blob.size),
    segmentCount: segments,
    arePagesEstimated: areEstimated,
  };
};

const uncounted = (
  { size }: BlobInfo,
  { characters, pageCount }: TextCount,
): Omit<CountedDocument, 'detectedLanguage'> => {
  const characterCount = reservedCharacters(characters, size);
  return {
    isCounted: false,
    pageCount: countPages(pageCount, characterCount),
    pageCountSource: pageCount === undefined ? 'estimate' : 'file',
    wordCount: 0,
    characterCount,
    segmentCount: 0,
  };
};
