import type { Readable } from 'node:stream';
import { anySignal } from '#libs/platform/async/any-signal.js';
import type { CircuitBreaker } from '#libs/platform/async/circuit-breaker.js';
import { BlobStoreError, BlobStoreUnavailableError } from './blob-store.errors.js';
import type { BlobInfo, BlobStore, ByteRange, PutOptions } from './blob-store.port.js';

const howEnded = (error: unknown): 'answered' | 'outage' | 'neither' => {
  if (!(error instanceof BlobStoreError)) return 'neither';
  return error.kind === 'unavailable' ? 'outage' : 'answered';
};

/** A store that restarts is back by then, and what was under way goes on. */
const defaultAwayPatienceMs = 7_000;

/**
 * Refuses what a caller waits for while the breaker is open, also what was under way when it opened and is not done some
 * seconds later; sweeps and checks ask the store all the same.
 */
class GuardedBlobStore implements BlobStore {
  /** Refuses each call that is under way. */
  private readonly underWay = new Set<(reason: Error) => void>();

  constructor(
    private readonly blobs: BlobStore,
    private readonly breaker: CircuitBreaker,
    private readonly awayPatienceMs: number,
  ) {
    breaker.onOpened(() => this.refuseLater());
  }

  async put(id: string, content: AsyncIterable<Uint8Array>, options: PutOptions = {}): Promise<BlobInfo> {
    const refused = new AbortController();
    const signal = options.signal === undefined ? refused.signal : anySignal([options.signal, refused.signal]);
    try {
      return await this.guarded(() => this.blobs.put(id, content, { ...options, signal }));
    } catch (error) {
      // It may have been refused with its content still coming.
      refused.abort(error);
      throw error;
    }
  }

  stat(id: string): Promise<BlobInfo> {
    return this.guarded(() => this.blobs.stat(id));
  }

  read(id: string, range?: ByteRange): Promise<Readable> {
    return this.guarded(
      () => this.blobs.read(id, range),
      (unread) => unread.destroy(),
    );
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

  /** @param discard ends a result that comes when the caller was refused */
  private async guarded<Result>(
    work: () => Promise<Result>,
    discard: (late: Result) => unknown = () => undefined,
  ): Promise<Result> {
    if (this.breaker.isOpen) throw new BlobStoreUnavailableError('The blob store is away and is not asked');
    const { promise: refusal, reject: refuse } = Promise.withResolvers<never>();
    this.underWay.add(refuse);
    const outcome = this.noted(work);
    try {
      return await Promise.race([outcome, refusal]);
    } catch (error) {
      outcome.then(discard, () => undefined);
      throw error;
    } finally {
      this.underWay.delete(refuse);
    }
  }

  private async noted<Result>(work: () => Promise<Result>): Promise<Result> {
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

  private refuseLater(): void {
    setTimeout(() => {
      if (!this.breaker.isOpen) return;
      const reason = new BlobStoreUnavailableError('The blob store went away and is not back');
      for (const refuse of this.underWay) refuse(reason);
    }, this.awayPatienceMs).unref();
  }
}

/** @param awayPatienceMs milliseconds that calls under way have when the store goes away; 7 s when omitted */
export const guardBlobStore = (
  blobs: BlobStore,
  breaker: CircuitBreaker,
  awayPatienceMs = defaultAwayPatienceMs,
): BlobStore => new GuardedBlobStore(blobs, breaker, awayPatienceMs);
