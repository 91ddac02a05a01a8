import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { FormatError, UnsupportedFormatError } from '#libs/documents/formats/format.errors.js';
import type { SourceFile } from '#libs/documents/formats/format.port.js';
import { FairSlots } from '#libs/platform/async/fair-slots.js';
import { fileOnDisk } from './file-on-disk.js';
import { withInertTexts } from './inert-csv.js';
import { type ExportOptions, exportFilter } from './office-filters.js';
import { OfficePool } from './office-pool.js';
import { OfficeFault, type OfficeJob, type OfficeProcess, startOffice } from './office-process.js';
import { officeProgram } from './office-program.js';
import { makeScratchFolder, removeAbandonedFolders, removeFolder } from './office-scratch.js';
import { isolationOf } from './program-isolation.js';

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
  /** Files that one process converts, one after the other: 50. */
  maxFiles?: number;
  /** Memory above which a process gets no further file: 512 MiB. */
  maxResidentBytes?: number;
  /** Milliseconds that a process waits for its next file: 60,000. */
  maxIdleMs?: number;
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
 * and other files where the system allows that, and with limits of time and memory. It stays for further files of the same
 * organization. The files lie in clear in a folder that only this account can read, while they are converted.
 */
export class OfficeConverter {
  private readonly slots: FairSlots;
  private readonly pool: OfficePool<OfficeProcess>;
  private readonly limitMs: number;
  private readonly swept = removeAbandonedFolders().catch(() => undefined);

  constructor(private readonly options: OfficeConverterOptions = {}) {
    const { slots = 2, maxWaiting = 32, waitMs, limitMs = 120_000 } = options;
    const { maxFiles = 50, maxResidentBytes = 512 * 1024 ** 2, maxIdleMs = 60_000 } = options;
    this.limitMs = limitMs;
    this.slots = new FairSlots({
      slots,
      perKey: Math.max(1, slots - 1),
      maxWaiting,
      ...(waitMs === undefined ? {} : { waitMs }),
    });
    this.pool = new OfficePool(() => this.start(), {
      ...{ maxProcesses: slots, maxFiles, maxResidentBytes, maxIdleMs },
      // What one may use of the processor is for one file: it begins with half of that at least, or in a new one.
      maxWorkedMs: limitMs / 2,
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
    if (!this.isInstalled) throw new UnsupportedFormatError(missingOffice(from));
    const filter = exportFilter(from, to, options);
    await this.swept;
    const leave = await this.slots.enter(organizationId, signal);
    const folder = await makeScratchFolder();
    try {
      const source = join(folder, `document.${from}`);
      await writeContent(source, content, signal);
      const target = join(folder, `made.${to}`);
      await this.run({ source, from, filter, target, to, limitMs: this.limitMs, signal }, organizationId);
      const { handle, ...file } = await fileOnDisk(to === 'csv' ? await inertCopyOf(target) : target);
      return {
        ...file,
        [Symbol.asyncDispose]: async () => {
          await handle.close();
          await removeFolder(folder);
        },
      };
    } catch (error) {
      await removeFolder(folder);
      if (!(error instanceof OfficeFault)) throw error;
      throw new FormatError('invalid', `The file cannot be read as a ${from.toUpperCase()} document.`);
    } finally {
      leave();
    }
  }

  /** Ends what is running; their callers fail. */
  async close(): Promise<void> {
    this.slots.close(new Error('The service stops'));
    await this.pool.close();
  }

  private program(): string | undefined {
    return (this.options.program ?? officeProgram)();
  }

  private start(): Promise<OfficeProcess> {
    const program = this.program() ?? '';
    const { isolation = (path) => isolationOf(path).words } = this.options;
    return startOffice({ program, isolation: isolation(program), limitMs: this.limitMs });
  }

  /** Tries a file again in a new process where one fails that had others before: no file fails because of another. */
  private async run(job: OfficeJob, organizationId: string): Promise<void> {
    const end = performance.now() + job.limitMs;
    try {
      await this.pool.use(organizationId, (process) => process.convert(job));
    } catch (error) {
      if (!(error instanceof OfficeFault) || error.isOfFirst) throw error;
      const limitMs = Math.max(0, end - performance.now());
      await this.pool.use(organizationId, (process) => process.convert({ ...job, limitMs }), { isNew: true });
    }
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
