import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FormatError, UnsupportedFormatError } from '#libs/documents/formats/format.errors.js';
import type { SourceFile } from '#libs/documents/formats/format.port.js';
import { FairSlots } from '#libs/platform/async/fair-slots.js';
import { fileOnDisk } from './file-on-disk.js';
import { withInertTexts } from './inert-csv.js';
import { LimitedPrograms } from './limited-programs.js';
import { type ExportOptions, exportFilter } from './office-filters.js';
import { writeOfficeProfile } from './office-profile.js';
import { officeProgram } from './office-program.js';
import { makeScratchFolder, removeAbandonedFolders, removeFolder } from './office-scratch.js';

/** A converted file; it is removed when it is disposed of. */
export interface ConvertedFile extends SourceFile, AsyncDisposable {}

export interface ConversionUser {
  organizationId: string;
  signal?: AbortSignal | undefined;
}

export interface OfficeConverterOptions {
  /** Conversions at a time: 2. One organization never has all of several. */
  slots?: number;
  /** Callers of one organization that wait, at most: 32. */
  maxWaiting?: number;
  /** Milliseconds that a caller waits for its turn; without end when omitted. */
  waitMs?: number;
  /** Milliseconds for one conversion: 120,000. */
  limitMs?: number;
  /** Path of the program; looked for when omitted. */
  program?: () => string | undefined;
  /** Words before its command that take from it what it need not reach; found out when omitted. */
  isolation?: (program: string) => readonly string[];
}

/** Why files of this format cannot be converted while LibreOffice is not there. */
export const missingOffice = (from: string): string =>
  `Files of the type ${from.toUpperCase()} need LibreOffice, which is not installed here yet.`;

/**
 * Converts Office documents by LibreOffice, in a process group of its own with a profile of its own, without a network
 * and other files where the system allows that, and with limits of time and memory. The files lie in clear in a folder that only this
 * account can read, while they are converted.
 */
export class OfficeConverter {
  private readonly slots: FairSlots;
  private readonly programs: LimitedPrograms;
  private readonly swept = removeAbandonedFolders().catch(() => undefined);

  constructor(private readonly options: OfficeConverterOptions = {}) {
    const { slots = 2, maxWaiting = 32, waitMs } = options;
    this.programs = new LimitedPrograms(options.isolation);
    this.slots = new FairSlots({
      slots,
      perKey: Math.max(1, slots - 1),
      maxWaiting,
      ...(waitMs === undefined ? {} : { waitMs }),
    });
  }

  get isInstalled(): boolean {
    return this.program() !== undefined;
  }

  /** @throws FormatError, UnsupportedFormatError, NoSlotError, the signal's reason */
  async convert(
    content: AsyncIterable<Uint8Array>,
    from: string,
    to: string,
    { organizationId, signal }: ConversionUser,
    options?: ExportOptions,
  ): Promise<ConvertedFile> {
    const program = this.program();
    const filter = exportFilter(from, to, options);
    if (program === undefined) throw new UnsupportedFormatError(missingOffice(from));
    await this.swept;
    const leave = await this.slots.enter(organizationId, signal);
    const folder = await makeScratchFolder();
    try {
      const source = join(folder, `document.${from}`);
      await writeContent(source, content, signal);
      await writeOfficeProfile(join(folder, 'profile'));
      const output = join(folder, 'output');
      await mkdir(output);
      await this.run(program, { folder, source, output, filter }, signal);
      const made = join(output, `document.${to}`);
      const path = to === 'csv' && existsSync(made) ? await inertCopyOf(made) : made;
      const { handle, ...file } = await fileOnDisk(path).catch(() => {
        throw new FormatError('invalid', `The file cannot be read as a ${from.toUpperCase()} document.`);
      });
      return {
        ...file,
        [Symbol.asyncDispose]: async () => {
          await handle.close();
          await removeFolder(folder);
        },
      };
    } catch (error) {
      await removeFolder(folder);
      throw error;
    } finally {
      leave();
    }
  }

  /** Ends what is running; their callers fail. */
  close(): void {
    this.slots.close(new Error('The service stops'));
    this.programs.close();
  }

  private program(): string | undefined {
    return (this.options.program ?? officeProgram)();
  }

  private run(
    program: string,
    { folder, source, output, filter }: { folder: string; source: string; output: string; filter: string },
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { limitMs = 120_000 } = this.options;
    const command = [
      ...[program, '--headless', '--norestore', '--nologo', '--nolockcheck', '--nodefault'],
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      ...['--convert-to', filter, '--outdir', output, source],
    ];
    return this.programs.run(command, { folder, limitMs, late: 'The document takes too long to convert.' }, signal);
  }
}

const inertCopyOf = async (path: string): Promise<string> => {
  const copy = `${path}.inert`;
  await writeContent(copy, bytesOf(withInertTexts(createReadStream(path, 'utf8'))), undefined);
  return copy;
};

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

/** Writes a file that only this account can read. */
export const writeContent = async (
  path: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> => {
  await using file = await open(path, 'wx', 0o600);
  for await (const chunk of content) {
    signal?.throwIfAborted();
    await file.write(chunk);
  }
};
