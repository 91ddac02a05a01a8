import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';
import { type ExportDestination, type ExportTarget, placesName } from './export-destination.js';

/** A file, which has its name once it is whole, and `.part` behind it until then. */
export class FileDestination implements ExportDestination {
  constructor(private readonly path: string) {}

  async open(): Promise<ExportTarget> {
    const part = `${this.path}.part`;
    const file = await open(part, 'w');
    return {
      append: (bytes) => file.writeFile(bytes),
      finish: async () => {
        await file.sync();
        await file.close();
        await rename(part, this.path);
      },
      discard: () => file.close(),
    };
  }

  async readPlaces(): Promise<string | undefined> {
    try {
      return await readFile(this.places, 'utf8');
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async writePlaces(text: string): Promise<void> {
    await writeFile(`${this.places}.new`, text);
    await rename(`${this.places}.new`, this.places);
  }

  close(): void {}

  private get places(): string {
    return join(dirname(this.path), placesName);
  }
}
