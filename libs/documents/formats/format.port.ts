import type { Segment } from '#libs/text/segments/segment.js';
import { type SkipReason } from './skip-reasons.js';

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
  /** Name of the part of the file that it is in, for the fidelity report; omitted where the file is one part. */
  part?: string;
}

/** Pages, slides or sheets, from 1, both inclusive, in ascending order. */
export type PageRange = readonly { from: number; to: number }[];

/** Where the paragraphs of a document stand once it is laid out, for formats that know no pages before that. */
export interface Pagination {
  pageCount: number;
  /** From that paragraph on, counted from 0, the text begins on that page, counted from 1; by ascending paragraph. */
  places: readonly { paragraph: number; page: number }[];
}

/** A line of text on a scanned page, in pixels of its picture from the upper left. */
export interface RecognisedLine {
  words: readonly { text: string; left: number; right: number }[];
  left: number;
  top: number;
  right: number;
  bottom: number;
  baseline: number;
  /** From the top of tall letters to the bottom of deep ones. */
  height: number;
  /** Colours around the line and of its letters; red, green and blue from 0 to 255. */
  background: readonly [number, number, number];
  ink: readonly [number, number, number];
}

export interface RecognisedPage {
  /** From 1. */
  page: number;
  /** Size of the picture of the whole page, in pixels. */
  width: number;
  height: number;
  lines: readonly RecognisedLine[];
  /** Words that may have been read wrongly. */
  uncertainWords: number;
}

/** The text of the scanned pages of a file. */
export type Recognition = readonly RecognisedPage[];

/** Rules for the keys of a data file (JSONPath), or for the columns of a table (their names). */
export interface KeyRules {
  /** When it is not empty, nothing but what it names is translated. */
  include: readonly string[];
  exclude: readonly string[];
}

/** Options that tell which text of a file is translated. Both passes over a file get the same. */
export interface FormatOptions {
  translateHeaders: boolean;
  translateAltText: boolean;
  translateComments: boolean;
  /** Everything outside stays in the source language; all pages when omitted. */
  pageRange?: PageRange;
  /** The pages of a document that has them only when laid out; where it is missing, its page breaks tell them. */
  pagination?: Pagination;
  sheetNames: boolean;
  /** Also hidden text, rows, columns, sheets, slides and layers. */
  hidden: boolean;
  /** Also the text of scanned pages, by what `recognition` says; without that their pages are only named. */
  ocr: boolean;
  recognition?: Recognition;
  keys: KeyRules;
  /** Rules of ITS 2.0, as XML. */
  itsRules?: string;
  /** The language that the file is translated to, for formats that hold translations; omitted where it is only read. */
  targetLanguage?: string;
}

export interface MergeOptions extends FormatOptions {
  sourceLanguage: string;
  targetLanguage: string;
  /** Whether text has to stay in its place; otherwise it may flow and nothing is made smaller. */
  preserveLayout: boolean;
  /** Whether pictures stay; otherwise their alternative text stands in their place. */
  preserveImages: boolean;
  /** Whether the source text stands beside its translation. */
  includeSource: boolean;
}

export const defaultFormatOptions: FormatOptions = {
  translateHeaders: true,
  translateAltText: true,
  translateComments: false,
  sheetNames: false,
  hidden: false,
  ocr: false,
  keys: { include: [], exclude: [] },
};

export const defaultMergeOptions: Omit<MergeOptions, 'sourceLanguage' | 'targetLanguage'> = {
  ...defaultFormatOptions,
  preserveLayout: true,
  preserveImages: true,
  includeSource: false,
};

/** Options that only some formats can follow, by their names in the API. */
export type OptionName =
  | 'translate_headers'
  | 'translate_alt_text'
  | 'translate_comments'
  | 'preserve_layout'
  | 'preserve_images'
  | 'page_range'
  | 'include_source'
  | 'sheet_names'
  | 'hidden'
  | 'ocr'
  | 'keys'
  | 'its_rules';

/** Something that a person who reads the translation should know; never a word of the text. */
export interface FormatWarning {
  code: string;
  /** One sentence. */
  message: string;
  /** The part of the file, as in `ExtractedSegment`. */
  part?: string;
  count: number;
}

/** Text that was found and is not translated. */
export interface SkippedText {
  part?: string;
  reason: SkipReason;
  count: number;
}

export interface DocumentSummary {
  /** Pages, slides or sheets where the format has them; undefined: counted as 1,800 characters each. */
  pageCount?: number;
  skipped?: readonly SkippedText[];
  warnings?: readonly FormatWarning[];
  /** Pages that show something and no text, where `ocr` is asked for and nothing was recognised yet. */
  scannedPages?: readonly number[];
}

/** Text of a file that has not been laid out, to be counted. */
export interface SkimmedText {
  /** Runs of text, about as many as the segments that they will be. */
  texts: readonly string[];
  /** Pages of the file, where they are known before its end. */
  pageCount?: number;
}

/** A standard that a file says it follows, and what its translation says of it. */
export interface ConformanceClaim {
  /** Its name with part and level: `PDF/A-2a`, `PDF/UA-1`. */
  standard: string;
  /** Whether the translation says the same. */
  kept: boolean;
  /** The lower level that the translation says it follows; omitted where the claim is kept, or dropped. */
  becomes?: string;
}

export interface MergeSummary {
  /** Segments whose translation did not fit in its place. */
  overflowed?: number;
  /** Those of them whose part is known, by their parts. */
  overflowedIn?: readonly { part: string; count: number }[];
  /** Standards that the file says it follows; omitted by formats that know of none. */
  conformance?: readonly ConformanceClaim[];
  warnings?: readonly FormatWarning[];
}

/** The kind of file that the first bytes tell. */
export type Container = 'text' | 'zip' | 'compound' | 'rtf' | 'pdf';

/** The beginning of a file, known before any format has read it. */
export interface FileStart {
  container: Container;
  /** The first characters of a text, without byte order mark; empty for every other container. */
  text: string;
  /**
   * For a ZIP archive: its ODF or IDML media type, or the content type of the main part of an Office document; for a
   * compound file the name of the stream that tells its kind.
   */
  packageType: string | undefined;
}

/** Properties of a format that are known before a file of it is read. */
export interface FormatTraits {
  name: string;
  mediaType: string;
  /** Lower case, without the dot; the first is the usual one. */
  extensions: readonly string[];
  container: Container;
  /** The options that have an effect on such files. */
  options: readonly OptionName[];
  /** Pages, slides or sheets that a file may have; omitted where only its size limits them. */
  maxPages?: number;
  /** Name of the format that such files are also of: among files of that one, the name alone tells them. */
  basedOn?: string;
  /** Whether the content alone tells this format; omitted where a file can be anything inside its container. */
  recognises?(start: FileStart): boolean;
}

/**
 * One file format. Both functions walk the file in the same order and are deterministic, so that the
 * file itself is the skeleton: the n-th segment of *extract* is the n-th translation of *merge*, and
 * everything else is copied byte by byte. Memory does not grow with the file.
 */
export interface DocumentFormat extends FormatTraits {
  /**
   * Yields the translatable segments in document order, in batches of a few dozen; returns the summary.
   * @throws FormatError
   */
  extract(file: SourceFile, options: FormatOptions): AsyncGenerator<ExtractedSegment[], DocumentSummary>;
  /**
   * Where segments are known only when a file is laid out: yields the text that *extract* finds, without that.
   * @throws FormatError
   */
  skim?(file: SourceFile, options: FormatOptions): AsyncGenerator<SkimmedText, DocumentSummary>;
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
  ): AsyncGenerator<Uint8Array, MergeSummary>;
  /**
   * Where pages are known only when a file is laid out: yields a copy of it that looks the same and in which the text
   * of each paragraph begins with a named place (`markOf`).
   * @throws FormatError
   */
  marked?(file: SourceFile): AsyncGenerator<Uint8Array, void>;
  /** Why files cannot be written in a language on this machine now, in one sentence; undefined where they can. */
  missingFor?(targetLanguage: string): string | undefined;
}

/** A format that is read and written by way of another one, into which an office program converts it and back. */
export interface ConvertedFormat extends FormatTraits {
  /** Name of the other format. */
  readAs: string;
  /** Name of the format that files are read and written by way of where the program writes damaged files of the other. */
  readElseAs: string;
}
