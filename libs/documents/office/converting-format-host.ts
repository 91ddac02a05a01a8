import type { ConversionOptions } from '#libs/documents/conversions/conversion.port.js';
import { FormatError, UnsupportedFormatError } from '#libs/documents/formats/format.errors.js';
import {
  type ConvertedFormat,
  type DocumentSummary,
  defaultMergeOptions,
  type FormatOptions,
  type MergeSummary,
  type OptionName,
  type Pagination,
  type Recognition,
  type SourceFile,
} from '#libs/documents/formats/format.port.js';
import type { FormatHost, ThreadUser } from '#libs/documents/formats/host/format-host.js';
import { fileChunks } from '#libs/documents/formats/source-file.js';
import { ScanReader } from '../ocr/scan-reader.js';
import { type DrawnPage, PageDrawer } from '../page-pictures/page-drawer.js';
import { type ConvertedFile, missingOffice, type OfficeConverter } from './office-converter.js';
import { outputsOf, showsTextAlone, wayOf } from './outputs.js';

/** The format that pages are drawn of; files of others become one of it before. */
const drawnFormat = 'pdf';

/** A format host that also reads and makes what another program has to convert, and lays out documents. */
export interface ConvertingFormatHost extends Omit<FormatHost, 'mark' | 'readPlaces'> {
  /**
   * Lays out a document whose pages are known only then. Undefined where that cannot be done: LibreOffice is missing,
   * fails, or takes too long.
   * @throws NoSlotError
   */
  paginate(format: string, file: SourceFile, user: ThreadUser): Promise<Pagination | undefined>;
  /**
   * Reads the text of scanned pages of a PDF in a language, or in any where nobody says it.
   * @throws FormatError, NoSlotError
   */
  recognise(
    file: SourceFile,
    pages: readonly number[],
    language: string | undefined,
    user: ThreadUser,
  ): Promise<Recognition>;
  /** Draws a page of a PDF, from 1. @throws FormatError, NoSlotError */
  drawPage(pdf: SourceFile, page: number, user: ThreadUser): Promise<DrawnPage>;
}

/** A file of an old format as one of a newer format. */
interface NewerFile {
  format: string;
  file: ConvertedFile;
}

const wholeFile: FormatOptions = { ...defaultMergeOptions, translateComments: true };

/**
 * A host that also reads and writes formats which have to be converted first: the file becomes one of the newer format,
 * that is translated, and its translation becomes one of the older format again.
 */
export const convertingFormatHost = (
  inner: FormatHost,
  converter: OfficeConverter,
  formats: readonly ConvertedFormat[],
  scans = new ScanReader(),
  pages = new PageDrawer(),
): ConvertingFormatHost => {
  const older = new Map(formats.map((format) => [format.name, format]));
  const possible = (options: readonly OptionName[]) =>
    scans.isInstalled ? options : options.filter((option) => option !== 'ocr');
  /** Whether a converted file can be read whole, whatever is asked of it. */
  const isReadable = async (format: string, file: SourceFile, user: ThreadUser): Promise<boolean> => {
    try {
      for await (const _segments of inner.extract(format, file, wholeFile, user));
      return true;
    } catch (error) {
      if (error instanceof FormatError && error.reason === 'invalid') return false;
      throw error;
    }
  };
  const asNewer = async (format: ConvertedFormat, file: SourceFile, user: ThreadUser): Promise<NewerFile> => {
    const convert = async (to: string) => ({
      format: to,
      file: await converter.convert(fileChunks(file), format.name, to, user),
    });
    const newer = await convert(format.readAs);
    let isKept = false;
    try {
      isKept = await isReadable(newer.format, newer.file, user);
    } finally {
      if (!isKept) await newer.file[Symbol.asyncDispose]();
    }
    return isKept ? newer : await convert(format.readElseAs);
  };
  /** A converted text says how many pages it had when it was saved, before all of it was laid out. */
  const withKnownPages = async (
    { format }: NewerFile,
    { pagination }: FormatOptions,
    { pageCount, ...summary }: DocumentSummary,
    user: ThreadUser,
  ): Promise<DocumentSummary> => {
    const { isPagedByLayout } = (await inner.formats(user)).find(({ name }) => name === format) ?? {};
    const isKnown = pagination !== undefined || isPagedByLayout !== true;
    return { ...summary, ...(isKnown && pageCount !== undefined ? { pageCount } : {}) };
  };
  /**
   * A text document as text or as a page, by way of OpenDocument: deleted and hidden text is taken out of that, as the program would
   * write it among the words that show.
   */
  const asShownText = async (
    from: string,
    to: string,
    file: SourceFile,
    options: ConversionOptions,
    user: ThreadUser,
  ): Promise<ConvertedFile> => {
    if (from === 'odt')
      return await converter.convert(inner.convert('odt', 'odt', file, options, user), 'odt', to, user);
    await using text = await converter.convert(fileChunks(file), from, 'odt', user);
    return await converter.convert(inner.convert('odt', 'odt', text, options, user), 'odt', to, user);
  };
  const layOut = async (format: string, file: SourceFile, user: ThreadUser): Promise<Pagination> => {
    const marked = inner.mark(format, file, user);
    await using pdf = await converter.convert(marked, format, 'pdf', user, { keepsPlaces: true });
    return await inner.readPlaces(pdf, user);
  };
  return {
    async formats(user) {
      const { isInstalled } = converter;
      const all = await inner.formats(user);
      const isPaged = (name: string) => all.find((format) => format.name === name)?.isPagedByLayout === true;
      const isDrawn = (name: string, outputs: readonly string[]) =>
        pages.isInstalled && (name === drawnFormat || outputs.includes(drawnFormat));
      return all.map((format) => {
        const outputs = outputsOf(format.name, isInstalled);
        return {
          ...format,
          options: possible(format.options),
          ...(isPaged(older.get(format.name)?.readAs ?? format.name) ? { isPagedByLayout: true } : {}),
          outputs,
          ...(isDrawn(format.name, outputs) ? { isDrawn: true } : {}),
          ...(older.has(format.name) && !isInstalled ? { missing: missingOffice(format.name) } : {}),
        };
      });
    },
    async detect(file, fileName, declaredType, user) {
      const detected = await inner.detect(file, fileName, declaredType, user);
      if (older.has(detected.name) && !converter.isInstalled)
        throw new UnsupportedFormatError(missingOffice(detected.name));
      return { ...detected, options: possible(detected.options) };
    },
    async *count(format, file, options, user) {
      const old = older.get(format);
      if (old === undefined) return yield* inner.count(format, file, options, user);
      const newer = await asNewer(old, file, user);
      await using converted = newer.file;
      return await withKnownPages(newer, options, yield* inner.count(newer.format, converted, options, user), user);
    },
    async *extract(format, file, options, user) {
      const old = older.get(format);
      if (old === undefined) return yield* inner.extract(format, file, options, user);
      const newer = await asNewer(old, file, user);
      await using converted = newer.file;
      return await withKnownPages(newer, options, yield* inner.extract(newer.format, converted, options, user), user);
    },
    async *merge(format, file, options, translations, user) {
      const old = older.get(format);
      if (old === undefined) return yield* inner.merge(format, file, options, translations, user);
      const newer = await asNewer(old, file, user);
      await using converted = newer.file;
      const merged = inner.merge(newer.format, converted, options, translations, user);
      let summary: MergeSummary = {};
      async function* chunks() {
        summary = yield* merged;
      }
      await using result = await converter.convert(chunks(), newer.format, format, user);
      yield* fileChunks(result);
      return summary;
    },
    async *convert(from, to, file, options, user) {
      const way = wayOf(from, to);
      if (way === 'thread') return yield* inner.convert(from, to, file, options, user);
      if (way === 'office' && showsTextAlone(from, to)) {
        await using text = await asShownText(from, to, file, options, user);
        return yield* fileChunks(text);
      }
      const by = typeof way === 'object' ? way.by : undefined;
      const source = by === undefined ? fileChunks(file) : inner.convert(from, by, file, options, user);
      await using converted = await converter.convert(source, by ?? from, to, user);
      yield* fileChunks(converted);
    },
    missingFor: (format, targetLanguage, user) => inner.missingFor(format, targetLanguage, user),
    async paginate(format, file, user) {
      if (!converter.isInstalled) return undefined;
      const old = older.get(format);
      try {
        if (old === undefined) return await layOut(format, file, user);
        const newer = await asNewer(old, file, user);
        await using converted = newer.file;
        return await layOut(newer.format, converted, user);
      } catch (error) {
        if (error instanceof FormatError) return undefined;
        throw error;
      }
    },
    recognise: (file, scannedPages, language, user) => scans.read(file, scannedPages, language, user),
    drawPage: (pdf, page, user) => pages.draw(pdf, page, user),
    async close() {
      scans.close();
      pages.close();
      await converter.close();
      await inner.close();
    },
  };
};
