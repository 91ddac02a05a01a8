import { type FileHandle, lstat, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { SourceFile } from '#libs/documents/formats/format.port.js';
import { fileChunks } from '#libs/documents/formats/source-file.js';
import { FairSlots } from '#libs/platform/async/fair-slots.js';
import { LimitedPrograms } from '../office/limited-programs.js';
import { type ConversionUser, writeContent } from '../office/office-converter.js';
import { programInPath } from '../office/office-program.js';
import { makeScratchFolder, removeFolder } from '../office/office-scratch.js';

export interface DrawnPage {
  /** Pages of the whole file. */
  pageCount: number;
  /** The page as a PNG; undefined where the file has fewer pages. */
  picture: Uint8Array | undefined;
}

export interface PageDrawerOptions {
  /** Milliseconds that a caller waits for its turn; without end when omitted. */
  waitMs?: number;
  /** Milliseconds for one page: 30,000. */
  limitMs?: number;
}

const programs = ['pdfinfo', 'pdftoppm'];

/** Points of a page are of 1/72 inch. */
const pixelsForPoint = 150 / 72;
/** Pixels of the longer side of a picture, whatever size the page says it has. */
const maxSide = 2_000;
const maxPictureBytes = 16 * 1024 * 1024;
/** The end of what `pdfinfo` says, where the pages stand behind the names and dates that the file gives itself. */
const endOfInfo = 64 * 1024;

const late = 'The page takes too long to draw.';
const unreadable = 'The page cannot be drawn.';

/**
 * Draws pages of PDF files by poppler, each as a picture of 150 dots per inch and at most 2,000 pixels on its longer side. Two files
 * at a time, and one of an organization; they lie in clear in a folder that only this account can read, while they are drawn.
 */
export class PageDrawer {
  private readonly slots: FairSlots;
  private readonly programs = new LimitedPrograms();

  constructor(private readonly options: PageDrawerOptions = {}) {
    const { waitMs } = options;
    this.slots = new FairSlots({ slots: 2, perKey: 1, maxWaiting: 32, ...(waitMs === undefined ? {} : { waitMs }) });
  }

  get isInstalled(): boolean {
    return programs.every((name) => programInPath([name]) !== undefined);
  }

  /**
   * @param page - from 1
   * @throws FormatError, NoSlotError, the signal's reason
   */
  async draw(file: SourceFile, page: number, { organizationId, signal }: ConversionUser): Promise<DrawnPage> {
    const leave = await this.slots.enter(organizationId, signal);
    const folder = await makeScratchFolder();
    try {
      await writeContent(join(folder, 'document.pdf'), fileChunks(file), signal);
      const { limitMs = 30_000 } = this.options;
      const run = (command: readonly string[], output?: number) =>
        this.programs.run(command, { folder, limitMs, late, output }, signal);
      await using said = await open(join(folder, 'info.txt'), 'wx+');
      await run(['pdfinfo', '-f', String(page), '-l', String(page), 'document.pdf'], said.fd);
      // Of a page that is not there it says nothing at all.
      if ((await said.stat()).size === 0) await run(['pdfinfo', 'document.pdf'], said.fd);
      const { pageCount, side } = sizeIn(await endOf(said), page);
      if (side === undefined) return { pageCount, picture: undefined };
      const number = ['-f', String(page), '-l', String(page), '-singlefile'];
      await run(['pdftoppm', ...number, '-png', '-cropbox', '-scale-to', String(side), 'document.pdf', 'page']);
      return { pageCount, picture: await readPicture(join(folder, 'page.png')) };
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
}

/** How many pages there are, and the pixels of the longer side of this one; undefined where it is none of them. */
const sizeIn = (info: string, page: number): { pageCount: number; side: number | undefined } => {
  const pageCount = Number(
    info
      .match(/^Pages: {1,20}\d{1,9}$/gm)
      ?.at(-1)
      ?.slice(6) ?? 0,
  );
  if (pageCount === 0) throw new FormatError('invalid', unreadable);
  if (page > pageCount) return { pageCount, side: undefined };
  const size = info.match(/^Page {1,20}\d{1,9} size: {1,20}[\d.e+]{1,20} x [\d.e+]{1,20} pts/gm)?.at(-1) ?? '';
  const [width = 0, height = 0] = size
    .slice(size.indexOf(':') + 1)
    .split(' x ')
    .map((length) => Number.parseFloat(length));
  const longer = Math.ceil(Math.max(width, height) * pixelsForPoint);
  return { pageCount, side: Math.min(maxSide, longer || maxSide) };
};

const endOf = async (file: FileHandle): Promise<string> => {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(endOfInfo), 0, endOfInfo, Math.max(0, size - endOfInfo));
  return buffer.subarray(0, bytesRead).toString();
};

/** A link could lead to a file that the program itself cannot reach. */
const readPicture = async (path: string): Promise<Uint8Array> => {
  const size = await lstat(path).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0,
  );
  if (size === 0) throw new FormatError('invalid', unreadable);
  if (size > maxPictureBytes) throw new FormatError('hostile', unreadable);
  return readFile(path);
};
