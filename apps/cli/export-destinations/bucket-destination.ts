import { posix } from 'node:path';
import type { PlainObjects } from '#libs/engines/plain-objects.js';
import { type ExportDestination, type ExportTarget, placesName } from './export-destination.js';

/** An object of S3: it is there once it is whole, and nothing of it is where it was discarded. */
export class BucketDestination implements ExportDestination {
  constructor(
    private readonly objects: Pick<PlainObjects, 'writer' | 'read' | 'close'>,
    private readonly key: string,
  ) {}

  async open(): Promise<ExportTarget> {
    return this.objects.writer(this.key);
  }

  readPlaces(): Promise<string | undefined> {
    return this.objects.read(this.places);
  }

  async writePlaces(text: string): Promise<void> {
    const writer = this.objects.writer(this.places);
    await writer.append(Buffer.from(text));
    await writer.finish();
  }

  close(): void {
    this.objects.close();
  }

  private get places(): string {
    return posix.join(posix.dirname(this.key), placesName);
  }
}
