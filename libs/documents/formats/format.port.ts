import type { Segment } from '#libs/text/segments/segment.js';

/** A file to read from anywhere in it. Formats never see a path or the whole file. */
export interface SourceFile {
  size: number;
  /** Bytes from `start` up to `end` (exclusive); may return fewer, at least one (see `readFully`). */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Fills the target, or less, from `start` on; returns the bytes read. For passes over a file (see `fileChunks`). */
  readInto?(target: Uint8Array, start: number): Promise<number>;
}

/** The role of a segment in its document, by the same words in every format. */
export type SegmentRole =
  | 'body'
  | 'heading'
  | 'table'
  | 'header'
  | 'footer'
  | 'note'
  | 'title'
  | 'alt_text'
  | 'subtitle';

export interface ExtractedSegment {
  role: SegmentRole;
  /** Text with numbered inline tags; tags that stand at either end of the text are left outside. */
  parts: Segment;
}

export interface FormatOptions {
  translateHeaders: boolean;
}

export interface MergeOptions extends FormatOptions {
  sourceLanguage: string;
  targetLanguage: string;
}

export interface DocumentSummary {
  /** Pages, slides or sheets where the format has them; undefined: counted as 1,800 characters each. */
  pageCount?: number;
}

/**
 * One file format. Both functions walk the file in the same order and are deterministic, so that the
 * file itself is the skeleton: the n-th segment of *extract* is the n-th translation of *merge*, and
 * everything else is copied byte by byte. Memory does not grow with the file.
 */
export interface DocumentFormat {
  name: string;
  mediaType: string;
  /** Lower case, without the dot; the first is the usual one. */
  extensions: readonly string[];
  /**
   * Yields the translatable segments in document order, in batches of a few dozen; returns the summary.
   * @throws FormatError
   */
  extract(file: SourceFile, options: FormatOptions): AsyncGenerator<ExtractedSegment[], DocumentSummary>;
  /**
   * Yields the bytes of the translated file. Pulls exactly one translation for each segment, in order;
   * a translation equal to its segment gives the same bytes back. `keep` parts of a translation are text;
   * tags that it lost, doubled or crossed are repaired, never written as they are.
   * @throws FormatError
   */
  merge(
    file: SourceFile,
    options: MergeOptions,
    translations: AsyncIterator<Segment, undefined>,
  ): AsyncGenerator<Uint8Array, void>;
}
