import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { makeFolder } from '#libs/platform/process/make-folder.js';
import type { PartStorage, StoredPart } from './head-parts.js';

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

/** A file a part. Files are compared just before one is replaced: whoever signs holds a lease. */
export class DirectoryPartStorage implements PartStorage {
  constructor(private readonly folder: string) {}

  async read(part: number): Promise<StoredPart | undefined> {
    try {
      return { text: await readFile(this.fileOf(part), 'utf8'), tag: undefined };
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async replace(part: number, text: string, before: StoredPart | undefined): Promise<boolean> {
    await makeFolder(this.folder, 0o700);
    const file = this.fileOf(part);
    const unfinished = `${file}.${randomBytes(8).toString('hex')}`;
    try {
      const handle = await open(unfinished, 'wx', 0o600);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      if ((await this.read(part))?.text !== before?.text) return false;
      await rename(unfinished, file);
    } finally {
      await rm(unfinished, { force: true });
    }
    await syncFolder(this.folder);
    return true;
  }

  private fileOf(part: number): string {
    return join(this.folder, `${part.toString(16)}.json`);
  }
}
