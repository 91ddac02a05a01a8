import { execFile } from 'node:child_process';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';

const run = promisify(execFile);
const sizeMiB = 512;
/** Names under which the S3 server writes an object until it is whole. */
const unfinished = /-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const chunk = Buffer.alloc(1024 * 1024);

/** A file system of its own, in memory, that can be filled to the last byte. */
export class SmallDisk {
  private constructor(private readonly folder: string) {}

  /** Mounts the disk; undefined where this process may not mount one. */
  static async mount(folder: string): Promise<SmallDisk | undefined> {
    await mkdir(folder, { recursive: true });
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMiB}m`, 'transledger-fault', folder]);
      return new SmallDisk(folder);
    } catch {
      return undefined;
    }
  }

  async fill(): Promise<void> {
    await using file = await open(this.filler, 'w');
    try {
      for (;;) await file.write(chunk);
    } catch (error) {
      if (errorCodeOf(error) !== 'ENOSPC') throw error;
    }
  }

  /** Empties the disk, leftovers of failed writes included: the S3 server lists nothing while such files exist. */
  async clear(): Promise<void> {
    await rm(this.filler, { force: true });
    const clearedAt = Date.now();
    const names = await readdir(this.folder, { recursive: true });
    for (const file of names.filter((name) => unfinished.test(name)).map((name) => join(this.folder, name))) {
      const found = await stat(file).catch(() => undefined);
      if (found !== undefined && found.mtimeMs < clearedAt) await rm(file, { force: true });
    }
  }

  async unmount(): Promise<void> {
    await run('umount', [this.folder]);
  }

  private get filler(): string {
    return join(this.folder, '.filler');
  }
}
