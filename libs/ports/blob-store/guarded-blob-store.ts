import type { Readable } from 'node:stream';
import type { CircuitBreaker } from '#libs/platform/async/circuit-breaker.js';
import { BlobStoreError, BlobStoreUnavailableError } from './blob-store.errors.js';
import type { BlobInfo, BlobStore, ByteRange, PutOptions } from './blob-store.port.js';

const howEnded = (error: unknown): 'answered' | 'outage' | 'neither' => {
  if (!(error instanceof BlobStoreError)) return 'neither';
  return error.kind === 'unavailable' ? 'outage' : 'answered';
};

/** Refuses what a caller waits for while the breaker is open; sweeps and checks ask the store all the same. */
class GuardedBlobStore implements BlobStore {
  constructor(
    private readonly blobs: BlobStore,
    private readonly breaker: CircuitBreaker,
  ) {}

  put(id: string, content: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<BlobInfo> {
    return this.guarded(() => this.blobs.put(id, content, options));
  }

  stat(id: string): Promise<BlobInfo> {
    return this.guarded(() => this.blobs.stat(id));
  }

  read(id: string, range?: ByteRange): Promise<Readable> {
    return this.guarded(() => this.blobs.read(id, range));
  }

  delete(id: string): Promise<void> {
    return this.guarded(() => this.blobs.delete(id));
  }

  list(olderThan: Date, after?: string): AsyncIterable<string> {
    return this.blobs.list(olderThan, after);
  }

  /** A process that says it is ready serves at once: a check that succeeds lets callers through again. */
  async check(): Promise<void> {
    await this.blobs.check();
    this.breaker.end(this.breaker.begin(), 'answered');
  }

  private async guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.breaker.isOpen) throw new BlobStoreUnavailableError('The blob store is away and is not asked');
    const call = this.breaker.begin();
    try {
      const result = await work();
      this.breaker.end(call, 'answered');
      return result;
    } catch (error) {
      this.breaker.end(call, howEnded(error));
      throw error;
    }
  }
}

export const guardBlobStore = (blobs: BlobStore, breaker: CircuitBreaker): BlobStore =>
  new GuardedBlobStore(blobs, breaker);
