import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Download } from '@transledger/sdk';
import { CommandError } from './command-error.js';
import type { Context } from './context.js';
import { linesOf } from './terminal-text.js';

/** A file that has its name once it is whole, in the place of one that has it already. */
export class ReceivedFile {
  /** Bytes so far. */
  size = 0;

  private constructor(
    private readonly file: string,
    private readonly part: string,
    private readonly handle: FileHandle,
  ) {}

  static async open(file: string): Promise<ReceivedFile> {
    await mkdir(dirname(resolve(file)), { recursive: true });
    const part = `${file}.${randomBytes(4).toString('hex')}.part`;
    return new ReceivedFile(file, part, await open(part, 'wx'));
  }

  async append(piece: Uint8Array): Promise<void> {
    await this.handle.writeFile(piece);
    this.size += piece.length;
  }

  async finish(): Promise<void> {
    await this.handle.sync();
    await this.handle.close();
    await rename(this.part, this.file);
  }

  async discard(): Promise<void> {
    await this.handle.close();
    await rm(this.part, { force: true });
  }
}

/** Writes pieces to a file. Resolves with its bytes. */
export const writeWhole = async (file: string, pieces: AsyncIterable<Uint8Array>): Promise<number> => {
  const target = await ReceivedFile.open(file);
  try {
    for await (const piece of pieces) await target.append(piece);
  } catch (error) {
    await target.discard();
    throw error;
  }
  await target.finish();
  return target.size;
};

/** Formats that a terminal shows. */
const legible = /^(?:text\/|application\/(?:json|x-ndjson|xml))/;

/** Writes a download to a file, or to standard output where none is named. The name that the service gives it is not used. */
export const receive = async ({ output, io }: Context, download: Download, file: string | undefined): Promise<void> => {
  if (file !== undefined) {
    const size = await writeWhole(file, download);
    output.done(`${file} (${size} bytes)`);
    return;
  }
  if (io.stdout.isTTY === true && !legible.test(download.mediaType)) {
    await download.body.cancel();
    throw new CommandError('input', 'The file is none that a terminal shows.', 'Name a file: --out FILE');
  }
  const decoder = new TextDecoder();
  for await (const piece of download)
    await output.write(io.stdout.isTTY === true ? linesOf(decoder.decode(piece, { stream: true })) : piece);
};
