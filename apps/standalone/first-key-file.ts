import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { isWellFormedApiKey } from '#libs/platform/ids/api-key-format.js';
import { syncFolder } from '#libs/platform/process/sync-folder.js';

/** The file that holds the first key from before it is made until a terminal has shown it; without a terminal it stays. */
export class FirstKeyFile {
  readonly path: string;

  constructor(private readonly dataDir: string) {
    this.path = join(dataDir, 'first-api-key');
  }

  /** The key; undefined where there is no file, or none that was written whole. */
  async read(): Promise<string | undefined> {
    const content = await readFile(this.path, 'utf8').catch((error: unknown) => {
      if (errorCodeOf(error) === 'ENOENT') return '';
      throw error;
    });
    const key = content.trim();
    return isWellFormedApiKey(key) ? key : undefined;
  }

  /** Writes the key to the disk, for its owner alone. */
  async write(key: string): Promise<void> {
    await this.remove();
    const handle = await open(this.path, 'wx', 0o600);
    try {
      await handle.writeFile(`${key}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await syncFolder(this.dataDir);
  }

  remove(): Promise<void> {
    return rm(this.path, { force: true });
  }
}
