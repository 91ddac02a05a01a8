import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { RecognisedPage, Recognition, SourceFile } from '#libs/documents/formats/format.port.js';
import { fileChunks } from '#libs/documents/formats/source-file.js';
import { FairSlots } from '#libs/platform/async/fair-slots.js';
import { LimitedPrograms } from '../office/limited-programs.js';
import { type ConversionUser, writeContent } from '../office/office-converter.js';
import { makeScratchFolder, removeFolder } from '../office/office-scratch.js';
import { anyOf, ocrCodeOf } from './ocr-languages.js';
import { installedOcr } from './ocr-program.js';
import { readPixelMap } from './picture.js';
import { recognisedPage } from './recognised-page.js';

export interface ScanReaderOptions {
  /** Milliseconds that a caller waits for its turn; without end when omitted. */
  waitMs?: number;
  /** Milliseconds for one page, and for all: 60,000 and 120,000. */
  pageMs?: number;
  limitMs?: number;
  /** The installed languages; looked for when omitted. */
  languages?: () => readonly string[];
}

/** Scanned pages of a file that are read, at most. */
export const maxScannedPages = 100;
/** Pixels of the longer side of a page's picture, whatever size the page says it has: 250 for an inch of A4. */
const pictureSide = 3_000;
const maxHocr = 20 * 1024 * 1024;

const late = 'The scanned pages take too long to read; page_range chooses fewer of them.';

const howToInstall = (codes: readonly string[]): string =>
  `apt-get install -y poppler-utils tesseract-ocr ${codes.map((code) => `tesseract-ocr-${code.replace('_', '-')}`).join(' ')}`;

/**
 * Reads the text of scanned pages: poppler makes a picture of each, and tesseract reads it. Two files at a time; the
 * files lie in clear in a folder that only this account can read, while they are read.
 */
export class ScanReader {
  private readonly slots: FairSlots;
  private readonly programs = new LimitedPrograms();

  constructor(private readonly options: ScanReaderOptions = {}) {
    const { waitMs } = options;
    this.slots = new FairSlots({ slots: 2, perKey: 1, maxWaiting: 32, ...(waitMs === undefined ? {} : { waitMs }) });
  }

  get isInstalled(): boolean {
    return this.languages().length > 0;
  }

  /**
   * `language` is undefined where nobody says it.
   * @throws FormatError, NoSlotError, the signal's reason
   */
  async read(
    file: SourceFile,
    pages: readonly number[],
    language: string | undefined,
    { organizationId, signal }: ConversionUser,
  ): Promise<Recognition> {
    const codes = this.codesFor(language);
    if (pages.length > maxScannedPages)
      throw new FormatError(
        'hostile',
        `The PDF has more than ${maxScannedPages} scanned pages; page_range chooses fewer of them.`,
      );
    const leave = await this.slots.enter(organizationId, signal);
    const folder = await makeScratchFolder();
    try {
      const source = join(folder, 'document.pdf');
      await writeContent(source, fileChunks(file), signal);
      const { pageMs = 60_000, limitMs = 120_000 } = this.options;
      const end = performance.now() + limitMs;
      const read: RecognisedPage[] = [];
      for (const page of pages) {
        const left = Math.min(pageMs, Math.ceil(end - performance.now()));
        if (left <= 0) throw new FormatError('hostile', late);
        const found = await this.readPage({ folder, source, page, codes, limitMs: left }, signal);
        if (found) read.push(found);
      }
      return read;
    } finally {
      await removeFolder(folder);
      leave();
    }
  }

  /** Ends what is running; their callers fail. */
  close(): void {
    this.slots.close(new Error('The service stops'));
    this.programs.close();
  }

  private async readPage(
    { folder, source, page, codes, limitMs }: PageReading,
    signal: AbortSignal | undefined,
  ): Promise<RecognisedPage | undefined> {
    const run = (command: readonly string[]) => this.programs.run(command, { folder, limitMs, late }, signal);
    const picture = join(folder, 'page.ppm');
    const text = join(folder, 'page.hocr');
    await Promise.all([rm(picture, { force: true }), rm(text, { force: true })]);
    const size = ['-scale-to', String(pictureSide)];
    const number = ['-f', String(page), '-l', String(page), '-singlefile'];
    await run(['pdftoppm', ...number, '-cropbox', ...size, source, join(folder, 'page')]);
    await run(['tesseract', picture, join(folder, 'page'), '-l', codes.join('+'), '--psm', '3', 'hocr']);
    const [pixels, hocr] = await Promise.all([readFile(picture), readFile(text)]).catch(() => []);
    const drawn = pixels && readPixelMap(pixels);
    if (!drawn || hocr === undefined || hocr.length > maxHocr) return undefined;
    return recognisedPage(page, drawn, hocr.toString());
  }

  private codesFor(language: string | undefined): readonly string[] {
    const installed = this.languages();
    const code = language === undefined ? undefined : ocrCodeOf(language);
    if (installed.length === 0)
      throw new FormatError(
        'invalid',
        `The PDF has scanned pages, and OCR is not installed here: ${howToInstall([code ?? 'eng'])}`,
      );
    if (language === undefined) return anyOf(installed);
    if (code === undefined)
      throw new FormatError('invalid', `Scanned pages in the language ${language} cannot be read.`);
    if (!installed.includes(code))
      throw new FormatError(
        'invalid',
        `Scanned pages in the language ${language} cannot be read here yet: ${howToInstall([code])}`,
      );
    return [code];
  }

  private languages(): readonly string[] {
    return (this.options.languages ?? installedOcr)();
  }
}

interface PageReading {
  folder: string;
  source: string;
  page: number;
  codes: readonly string[];
  limitMs: number;
}
