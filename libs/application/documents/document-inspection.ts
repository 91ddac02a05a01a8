import { Inject, Injectable } from '@nestjs/common';
import { countCodePoints, countPages, countWords } from '#libs/documents/formats/counting.js';
import { FormatError, UnsupportedFormatError } from '#libs/documents/formats/format.errors.js';
import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import type { FormatHost } from '#libs/documents/formats/host/format-host.js';
import { blobAsFile } from '#libs/documents/stored-files/blob-as-file.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { BlobInfo, BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { BLOB_STORE, FORMAT_HOST, LANGUAGE_DETECTOR } from '#libs/ports/tokens.js';
import type { LanguageDetector } from '#libs/text/languages/detection/language-detector.js';
import { plainText } from '#libs/text/segments/plain-text.js';

export interface InspectedDocument {
  format: string;
  mediaType: string;
  pageCount: number;
  wordCount: number;
  characterCount: number;
  segmentCount: number;
  /** Detected language; `und` for a document without letters. */
  detectedLanguage: string;
}

/** Characters that suffice to detect a language; more only cost time. */
const detectionSample = 4_000;

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
    @Inject(BLOB_STORE) private readonly blobs: BlobStore,
    @Inject(FORMAT_HOST) private readonly formats: Pick<FormatHost, 'detect' | 'extract'>,
    @Inject(LANGUAGE_DETECTOR) private readonly detector: Pick<LanguageDetector, 'detect'>,
  ) {}

  /**
   * Finds the format by the content, reads all segments once and counts them.
   * @throws Rejection `unsupported_format`, `invalid_file_format`
   */
  async inspect(
    { name, mediaType: declaredType, blob }: { name: string; mediaType: string; blob: BlobInfo },
    options: FormatOptions,
  ): Promise<InspectedDocument> {
    try {
      const file = blobAsFile(this.blobs, blob);
      const { name: format, mediaType } = await this.formats.detect(file, name, declaredType);
      const counts = { words: 0, characters: 0, segments: 0 };
      let sample = '';
      const extraction = this.formats.extract(format, file, options);
      for (;;) {
        const { done, value } = await extraction.next();
        if (done) {
          return {
            format,
            mediaType,
            pageCount: countPages(value.pageCount, counts.characters),
            wordCount: counts.words,
            characterCount: counts.characters,
            segmentCount: counts.segments,
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
