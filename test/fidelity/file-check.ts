import { createWriteStream } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FormatError, UnsupportedFormatError } from '#libs/documents/formats/format.errors.js';
import {
  defaultMergeOptions,
  type ExtractedSegment,
  type MergeOptions,
  type SourceFile,
} from '#libs/documents/formats/format.port.js';
import type { FormatHost } from '#libs/documents/formats/host/format-host.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { readFully } from '#libs/documents/formats/source-file.js';
import { pseudo, reversals } from '#libs/documents/formats/suite-translations.fixture.js';
import { fileOfHandle, fileOnDisk } from '#libs/documents/office/file-on-disk.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { compareLetters, type LetterCounts, lettersOf } from './letters.js';
import { watchMemory } from './memory-watch.js';
import { withTranslationsAsMessages } from './po-translations.js';
import type { LayoutCheck } from './rendering/layout-check.js';
import { structureDifference } from './structure.js';
import { compareWords, countWords, type WordsMoved } from './words.js';
import { isXliff, withTranslationsAsSources } from './xliff-translations.js';

/** The findings about one file. */
export interface FileCheck {
  path: string;
  bytes: number;
  /** Undefined where the file was refused before its format was known. */
  format?: string;
  /** Whether a translation equal to its source gave the same bytes back; undefined of a converted file. */
  identical?: boolean;
  letters?: LetterCounts;
  /** Where more than the text of the translated file is another. */
  structure?: string;
  /** The words of a file whose every segment was turned round with its tags. */
  moved?: WordsMoved;
  /** How the file looks before and after; only of files in the gallery. */
  layout?: LayoutCheck;
  /** Why the file is not read; this is no failure. */
  refused?: string;
  /** An error that no file may cause, or a limit of time. */
  fault?: string;
  ms: number;
  /** MiB of the process at most, all files that were read at that time together. */
  memory?: number;
}

/** Share of a file's letters that has to be translated. */
const coverage = 0.999;

export const isCovered = ({ source, translated, changed }: LetterCounts): boolean =>
  translated === source && changed >= source * coverage;

export const isFailed = ({ identical, letters, structure, moved, layout, fault }: FileCheck): boolean =>
  fault !== undefined ||
  identical === false ||
  structure !== undefined ||
  (letters !== undefined && !isCovered(letters)) ||
  (moved !== undefined && moved.wrong + moved.unpaired > 0) ||
  layout?.opens === false;

/** The same language on both sides, so that language tags stay as they are. */
const options: MergeOptions = {
  ...defaultMergeOptions,
  translateComments: true,
  sourceLanguage: 'en',
  targetLanguage: 'en',
};

type Change = (segment: Segment) => Segment;

const unchanged: Change = (segment) => segment;
const reversed: Change = reversals['move with the words that they touch'] ?? unchanged;

async function* translations(
  extraction: AsyncIterable<ExtractedSegment[]>,
  change: Change,
): AsyncGenerator<Segment, undefined> {
  for await (const segments of extraction) for (const { parts } of segments) yield change(parts);
  return undefined;
}

const refusalOf = (error: unknown): string | undefined => {
  if (error instanceof FormatError) return `${error.reason}: ${error.message}`;
  return error instanceof UnsupportedFormatError ? `unsupported: ${error.message}` : undefined;
};

/** The threads have limits of time of their own; on a busy machine they end a file that is no worse than others. */
const isTooSlow = (error: unknown): error is FormatError =>
  error instanceof FormatError && error.reason === 'hostile' && error.message.includes('too long');

const converted: ReadonlySet<string> = new Set(legacyFormats.map(({ name }) => name));
/** Formats whose bytes say nothing of their structure without a reader of their own. */
export const opaque: ReadonlySet<string> = new Set([...converted, 'pdf', 'rtf']);

interface Reading {
  format: string;
  file: SourceFile;
  signal: AbortSignal;
  /** A translation as a file of one language; for a file whose translations stand beside its sources. */
  asOneLanguage?: ((translated: string) => string) | undefined;
}

const inOneLanguage = async (format: string, path: string): Promise<Reading['asOneLanguage']> => {
  if (format !== 'xml' && format !== 'po') return undefined;
  const text = await readFile(path, 'utf8');
  if (format === 'po') return (translated) => withTranslationsAsMessages(text, translated);
  return isXliff(text) ? (translated) => withTranslationsAsSources(text, translated) : undefined;
};

/** Reads and writes documents, those of old formats too. */
type CheckedHost = Pick<FormatHost, 'detect' | 'extract' | 'merge'>;

/** Checks files in the threads of a host, without any of them whole in memory. */
export class FileChecks {
  constructor(
    private readonly host: CheckedHost,
    /** A folder for translated files. */
    private readonly scratch: string,
    /** Milliseconds for one file. */
    private readonly limitMs = 60_000,
  ) {}

  async check(path: string): Promise<FileCheck> {
    const begun = performance.now();
    const folder = await mkdtemp(join(this.scratch, 'file-'));
    const found: FileCheck = { path, bytes: 0, ms: 0 };
    const memory = watchMemory();
    const signal = AbortSignal.timeout(this.limitMs);
    let isRead = false;
    try {
      await using handle = await open(path);
      const file = await fileOfHandle(handle);
      found.bytes = file.size;
      const { name: format } = await this.host.detect(file, basename(path), undefined, this.user(signal));
      found.format = format;
      const asOneLanguage = await inOneLanguage(format, path);
      await this.measure({ format, file, signal, asOneLanguage }, folder, found, () => {
        isRead = true;
      });
    } catch (error) {
      // A file that has been read whole once is good, and one that was written from it has to be.
      const reason = isRead ? undefined : refusalOf(error);
      if (signal.aborted) found.fault = `cut off after ${this.limitMs / 1_000} s`;
      else if (isTooSlow(error)) found.fault = `cut off: ${error.message}`;
      else if (reason === undefined) found.fault = String(error);
      else found.refused = reason;
    } finally {
      await rm(folder, { recursive: true, force: true });
      found.memory = memory.stop();
    }
    found.ms = Math.round(performance.now() - begun);
    return found;
  }

  /** Writes a file with its segments changed. */
  private async translate(reading: Reading, change: Change, path: string): Promise<void> {
    await pipeline(Readable.from(this.merge(reading, change)), createWriteStream(path));
    if (reading.asOneLanguage === undefined) return;
    await writeFile(path, reading.asOneLanguage(await readFile(path, 'utf8')));
  }

  private async measure(reading: Reading, folder: string, found: FileCheck, wasRead: () => void): Promise<void> {
    const { format, file, signal } = reading;
    const path = (name: string) => join(folder, name);
    // LibreOffice writes a file in its own way, whatever it was given.
    if (!converted.has(format)) {
      found.identical = await this.isIdentical(reading);
      wasRead();
    }
    await this.translate(reading, pseudo, path('translated'));
    wasRead();
    const { handle, ...translated } = await fileOnDisk(path('translated'));
    try {
      found.letters = converted.has(format)
        ? await this.lettersAfterConversion(reading, path('converted'), translated)
        : await this.lettersOf(reading, translated, pseudo);
      const difference = opaque.has(format) ? undefined : await structureDifference(file, translated, format);
      if (difference !== undefined) found.structure = difference;
    } finally {
      await handle.close();
    }
    // A converted file has the tags of the format that it was converted to, which has files of its own.
    if (converted.has(format)) return;
    await this.translate(reading, reversed, path('reversed'));
    const other = await fileOnDisk(path('reversed'));
    try {
      const source = await countWords(this.extract(reading));
      const { counts, unpaired } = await countWords(this.extract({ format, file: other, signal }));
      found.moved = { ...compareWords(source.counts, counts), unpaired };
    } finally {
      await other.handle.close();
    }
  }

  /** A merge that waits for the segments of its own file must not have the share of LibreOffice that these need. */
  private user(signal: AbortSignal, organizationId = 'fidelity') {
    return { organizationId, signal };
  }

  private extract({ format, file, signal }: Reading) {
    return this.host.extract(format, file, options, this.user(signal));
  }

  private merge(reading: Reading, change: Change): AsyncGenerator<Uint8Array> {
    const { format, file, signal } = reading;
    const texts = translations(this.extract(reading), change);
    return this.host.merge(format, file, options, texts, this.user(signal, 'fidelity-merge'));
  }

  private async isIdentical(reading: Reading): Promise<boolean> {
    const { file } = reading;
    let at = 0;
    for await (const chunk of this.merge(reading, unchanged)) {
      const end = at + chunk.length;
      if (end > file.size || !Buffer.from(await readFully(file, at, end)).equals(chunk)) return false;
      at = end;
    }
    return at === file.size;
  }

  /** Changes that LibreOffice itself makes on the way there and back; it makes them with any translation. */
  private async lettersAfterConversion(reading: Reading, path: string, translated: SourceFile): Promise<LetterCounts> {
    await this.translate(reading, unchanged, path);
    const { handle, ...file } = await fileOnDisk(path);
    try {
      return await this.lettersOf({ ...reading, file }, translated, pseudo);
    } finally {
      await handle.close();
    }
  }

  private async lettersOf(reading: Reading, translated: SourceFile, change: Change): Promise<LetterCounts> {
    const again = this.extract({ ...reading, file: translated });
    const source = this.extract(reading);
    try {
      return await compareLetters(lettersOf(source, change), lettersOf(again));
    } finally {
      // One that is left half way would keep its thread.
      await Promise.all([source.return({}), again.return({})]);
    }
  }
}
