import { execFile } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, delimiter, extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { defaultMergeOptions, type FormatOptions } from '#libs/documents/formats/format.port.js';
import type { ConvertingFormatHost } from '#libs/documents/office/converting-format-host.js';
import { fileOfHandle } from '#libs/documents/office/file-on-disk.js';
import { officeOutputs } from '#libs/documents/office/office-filters.js';
import { officeProgram } from '#libs/documents/office/office-program.js';
import { pseudoTranslation } from '#libs/ports/inference/pseudo/pseudo-engine.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { type Recall, SegmentWords } from '../recall.js';
import { hiddenWordsOf, readGreyPicture } from './hidden-words.js';
import { compareLayouts, type DrawnPage, type LayoutCheck, readDrawnPages } from './layout-check.js';

/** A file of the gallery, drawn before and after; names of pictures, or the beginnings of its text. */
export interface GalleryFile {
  path: string;
  format: string;
  layout: LayoutCheck;
  pictures?: { before: string[]; after: string[] };
  texts?: { before: string; after: string };
}

const run = promisify(execFile);
/** Pages of a file that are compared, and of these the ones that are shown. */
const [pagesCompared, pagesShown] = [20, 2];
/** Dots an inch of pages in which words are looked for. */
const greyResolution = 100;
const charactersShown = 3_000;
const programs = { maxBuffer: 256 * 1024 ** 2, timeout: 120_000, killSignal: 'SIGKILL' as const };

const everything: FormatOptions = { ...defaultMergeOptions, translateComments: true, sheetNames: true, hidden: true };
const options = { ...defaultMergeOptions, translateComments: true, sourceLanguage: 'en', targetLanguage: 'en' };

const translated = (segment: Segment): Segment =>
  segment.map((part) => (part.kind === 'text' ? { kind: 'text', text: pseudoTranslation(part.text) } : part));

const isInPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** The programs that a gallery needs and that are not installed; qpdf is used where it is. */
export const missingPrograms = (): string[] => [
  ...(officeProgram() === undefined ? ['LibreOffice'] : []),
  ...['pdftoppm', 'pdftotext'].filter((program) => !isInPath(program)),
];

/** Draws files before and after a pseudo-translation, by LibreOffice and poppler. */
export class GalleryFiles {
  constructor(
    private readonly host: ConvertingFormatHost,
    private readonly folder: string,
    private readonly limitMs: number,
  ) {}

  /** @throws Error where the file cannot be read, or the programs are not there */
  async draw(path: string, format: string, number: number): Promise<GalleryFile> {
    const name = `${String(number).padStart(3, '0')}-${format}`;
    await mkdir(join(this.folder, name), { recursive: true });
    const signal = AbortSignal.timeout(this.limitMs);
    const user = { organizationId: 'fidelity', signal };
    const [before, after] = ['before', 'after'].map((what) => join(this.folder, name, `${what}${extname(path)}`));
    if (before === undefined || after === undefined) throw new RangeError('two files');
    await copyFile(path, before);
    const words = await this.translate(path, format, after, user);
    const isPdf = format === 'pdf';
    if (!isPdf && !officeOutputs(format).includes('pdf')) {
      const [one, other] = [await beginningOf(before), await beginningOf(after)];
      return { path, format, layout: { opens: true }, texts: { before: one, after: other } };
    }
    const source = isPdf ? before : await this.convert(before, format, user).catch(() => undefined);
    // What the other program cannot read either is no measure of the translation.
    if (source === undefined) return { path, format, layout: { opens: true } };
    const target = isPdf ? after : await this.convert(after, format, user).catch(() => undefined);
    const opens = target !== undefined && (!isPdf || (await isNoWorse(source, target)));
    if (target === undefined) return { path, format, layout: { opens } };
    const [pagesBefore, pagesAfter] = [await drawnPages(source), await drawnPages(target)];
    const layout: LayoutCheck = {
      opens,
      ...compareLayouts(pagesBefore, pagesAfter),
      ...(isPdf && { hiddenWords: await this.hiddenWords(name, [source, pagesBefore], [target, pagesAfter]) }),
      drawn: await recallOf(source, words, format),
    };
    return {
      path,
      format,
      layout,
      pictures: { before: await this.pictures(name, source), after: await this.pictures(name, target) },
    };
  }

  /** Writes the translated file, and returns the words of the source. */
  private async translate(
    path: string,
    format: string,
    target: string,
    user: { organizationId: string; signal: AbortSignal },
  ): Promise<SegmentWords> {
    await using handle = await open(path);
    const { host } = this;
    const file = await fileOfHandle(handle);
    const words = new SegmentWords();
    for await (const segments of host.extract(format, file, everything, user)) {
      for (const { parts } of segments) words.add(parts);
    }
    const translations = async function* (): AsyncGenerator<Segment, undefined> {
      for await (const segments of host.extract(format, file, options, user)) {
        for (const { parts } of segments) yield translated(parts);
      }
      return undefined;
    };
    // It waits for the segments of its own file, and must not have the share of LibreOffice that these need.
    const merged = host.merge(format, file, options, translations(), { ...user, organizationId: 'fidelity-merge' });
    await pipeline(Readable.from(merged), createWriteStream(target));
    return words;
  }

  private async convert(path: string, format: string, user: { organizationId: string }): Promise<string> {
    await using handle = await open(path);
    const target = `${path}.pdf`;
    const content = this.host.convert(
      format,
      'pdf',
      await fileOfHandle(handle),
      { language: options.targetLanguage },
      user,
    );
    await pipeline(Readable.from(content), createWriteStream(target));
    return target;
  }

  /** How many more words do not show in the second PDF than in the first, where layers behind scans do not show either. */
  private async hiddenWords(name: string, ...files: [pdf: string, pages: DrawnPage[]][]): Promise<number> {
    const [before = 0, after = 0] = await Promise.all(
      files.map(async ([pdf, pages], at) => {
        const prefix = join(this.folder, name, `grey-${at}`);
        await run('pdftoppm', ['-gray', '-r', `${greyResolution}`, '-l', `${pagesCompared}`, pdf, prefix], programs);
        const drawn = (await readdir(join(this.folder, name))).filter((file) => file.startsWith(`grey-${at}-`)).sort();
        let hidden = 0;
        for (const [index, file] of drawn.entries()) {
          const path = join(this.folder, name, file);
          const page = pages[index];
          if (page) hidden += hiddenWordsOf(page, readGreyPicture(await readFile(path)));
          await rm(path);
        }
        return hidden;
      }),
    );
    return Math.max(0, after - before);
  }

  private async pictures(name: string, pdf: string): Promise<string[]> {
    const prefix = basename(pdf).startsWith('before') ? 'before' : 'after';
    const folder = join(this.folder, name);
    await run('pdftoppm', ['-r', '70', '-l', `${pagesShown}`, '-png', pdf, join(folder, prefix)], programs);
    const files = (await readdir(folder)).filter((file) => file.startsWith(`${prefix}-`) && file.endsWith('.png'));
    return files.sort().map((file) => `${name}/${file}`);
  }
}

const drawnPages = async (pdf: string): Promise<DrawnPage[]> => {
  const { stdout } = await run('pdftotext', ['-bbox-layout', '-l', `${pagesCompared}`, pdf, '-'], programs);
  return readDrawnPages(stdout);
};

const sheets: ReadonlySet<string> = new Set(['xlsx', 'ods', 'xls']);

const recallOf = async (pdf: string, words: SegmentWords, format: string): Promise<Recall> => {
  const { stdout } = await run('pdftotext', [pdf, '-'], programs);
  return words.recall(stdout, sheets.has(format));
};

/** Whether qpdf finds no more wrong with one file than with another. */
const isNoWorse = async (source: string, target: string): Promise<boolean> => {
  const statusOf = (path: string) =>
    run('qpdf', ['--check', path], programs).then(
      () => 0,
      ({ code }: { code: unknown }) => (typeof code === 'number' ? code : 0),
    );
  const [before, after] = [await statusOf(source), await statusOf(target)];
  return after === 0 || before !== 0;
};

const beginningOf = async (path: string): Promise<string> => {
  const bytes = await readFile(path);
  if (bytes.subarray(0, 2).toString() === 'PK') return '(an archive that no program here draws)';
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes).slice(0, charactersShown);
};
