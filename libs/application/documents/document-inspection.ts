import { Inject, Injectable } from '@nestjs/common';
import { countCodePoints, countPages, countWords } from '#libs/documents/formats/counting.js';
import { FormatError, UnsupportedFormatError } from '#libs/documents/formats/format.errors.js';
import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import type { DetectedDescription, FormatDescription, ThreadUser } from '#libs/documents/formats/host/format-host.js';
import { withRecognition } from '#libs/documents/ocr/kept-recognition.js';
import type { ConvertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { withPagination } from '#libs/documents/office/kept-pagination.js';
import { blobAsFile } from '#libs/documents/stored-files/blob-as-file.js';
import type { PageCountSource, TextSize } from '#libs/domain/document/document.events.js';
import { countedCharacters } from '#libs/domain/document/document-size.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { BlobInfo } from '#libs/ports/blob-store/blob-store.port.js';
import type { CountedBlobStore } from '#libs/ports/blob-store/counted-blob-store.js';
import { BLOB_STORE, FORMAT_HOST, LANGUAGE_DETECTOR } from '#libs/ports/tokens.js';
import type { LanguageDetector } from '#libs/text/languages/detection/language-detector.js';
import { plainText } from '#libs/text/segments/plain-text.js';

/** The size of a document, counted before it is translated. */
export interface CountedDocument extends TextSize {
  pageCount: number;
  pageCountSource: PageCountSource;
  /** Its pages where it was laid out for a page range; `pageCount` is then the same. */
  laidOutPages?: number;
  /** Whether the pages of a page range are told by page breaks, because the document cannot be laid out here. */
  arePagesEstimated?: boolean;
  /** Detected language; `und` for a document without letters. */
  detectedLanguage: string;
}

/** Characters that suffice to detect a language; more only cost time. */
const detectionSample = 4_000;

const pageCountSourceOf = (
  isLaidOut: boolean,
  pagesOfFile: number | undefined,
  areEstimated: boolean,
): PageCountSource => {
  if (isLaidOut) return 'layout';
  return pagesOfFile === undefined || areEstimated ? 'estimate' : 'file';
};

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
      'formats' | 'detect' | 'extract' | 'missingFor' | 'paginate' | 'recognise'
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
   * Reads all segments once and counts them; the source language of scanned pages is found where nobody says it.
   * @throws Rejection `invalid_file_format`; NoSlotError
   */
  async count(
    blob: BlobInfo,
    format: string,
    options: FormatOptions & { sourceLanguage?: string | undefined },
    user: ThreadUser,
  ): Promise<CountedDocument> {
    try {
      const counts = { words: 0, characters: 0, segments: 0 };
      let sample = '';
      const stores = { blobs: this.blobs, formats: this.formats };
      const paginated = await withPagination(stores, { format, blob }, options, user);
      const laidOut = await withRecognition(stores, { format, blob }, paginated, user);
      const extraction = this.formats.extract(format, blobAsFile(this.blobs, blob), laidOut, user);
      for (;;) {
        const { done, value } = await extraction.next();
        if (done) {
          const arePagesEstimated = value.warnings?.some(({ code }) => code === 'pages_estimated') ?? false;
          return {
            pageCount: countPages(value.pageCount, counts.characters),
            ...(laidOut.pagination && { laidOutPages: laidOut.pagination.pageCount }),
            wordCount: counts.words,
            characterCount: countedCharacters(counts.characters, blob.size),
            segmentCount: counts.segments,
            pageCountSource: pageCountSourceOf(laidOut.pagination !== undefined, value.pageCount, arePagesEstimated),
            arePagesEstimated,
            detectedLanguage: this.detector.detect(sample).language,
          };
        }
        for (const { parts } of value) {
          const text = plainText(parts);
          counts.words += countWords(text);
          counts.characters += countCodePoints(text);
          counts.segments += 1;
          if (sample.length < detectionSample) sample += `${text.slice(0, detectionSample)}\n`;
        }
      }
    } catch (error) {
      throw toRejection(error);
    }
  }
}
