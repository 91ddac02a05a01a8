import { statfs } from 'node:fs/promises';
import { SingleFlight } from '#libs/platform/async/single-flight.js';
import { BlobStoreFullError } from '../blob-store.errors.js';

/** Milliseconds for which an answer of the disk holds: what is written meanwhile is small beside a reserve. */
const askedEveryMs = 250;

/** Sees to it that a disk keeps some bytes free, for what else is written to it. */
export class DiskRoom {
  private askedAt = Number.NEGATIVE_INFINITY;
  private free = Number.POSITIVE_INFINITY;
  private readonly asking = new SingleFlight(() => this.ask());

  /** @param reserve bytes; 0 asks nothing */
  constructor(
    private readonly folder: string,
    private readonly reserve = 0,
  ) {}

  /** @throws BlobStoreFullError where fewer bytes than the reserve are free */
  async assertLeft(): Promise<void> {
    if (this.reserve === 0) return;
    if (performance.now() - this.askedAt > askedEveryMs) await this.asking.run();
    if (this.free < this.reserve) throw new BlobStoreFullError();
  }

  private async ask(): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    this.free = bavail * bsize;
    this.askedAt = performance.now();
  }
}
