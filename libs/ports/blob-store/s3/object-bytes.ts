import type { Readable } from 'node:stream';
import type { SealedBytes } from '../blob-readable.js';
import { BlobNotFoundError, BlobStoreError } from '../blob-store.errors.js';
import { toBlobStoreError } from './s3-faults.js';
import type { S3Place } from './s3-place.js';

/** Opens the object's bytes from a position on; undefined where the object was replaced or deleted. */
export type OpenFrom = (position: number, signal: AbortSignal) => Promise<Readable | undefined>;

/** Maximum number of resumptions in a row, without a byte between them. */
const maxResumptions = 3;

/**
 * The bytes of one object from a position on. A connection that breaks, or that one side gave up because its reader
 * was slow, is opened again where it ended.
 */
export class ObjectBytes implements SealedBytes {
  private readonly closed = new AbortController();
  private pieces: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(
    private readonly place: S3Place,
    private readonly id: string,
    private body: Readable,
    private readonly openFrom: OpenFrom,
    private position: number,
    private readonly end: number,
  ) {
    this.pieces = this.watch(body);
  }

  async take(length: number): Promise<Buffer> {
    const taken = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      if (this.rest.length === 0) this.rest = await this.next();
      if (this.rest.length === 0) break;
      const copied = this.rest.copy(taken, filled);
      this.rest = this.rest.subarray(copied);
      filled += copied;
    }
    return taken.subarray(0, filled);
  }

  async close(): Promise<void> {
    this.closed.abort();
    this.body.destroy();
  }

  /** Reads the next bytes; empty at the end. */
  private async next(): Promise<Buffer> {
    for (let failures = 0; ; failures += 1) {
      try {
        if (failures > 0) await this.resume();
        const { done, value } = await this.pieces.next();
        if (done !== true) {
          this.position += value.length;
          return value;
        }
        if (this.position >= this.end) return Buffer.alloc(0);
        throw new Error('The answer ended early');
      } catch (error) {
        const isFinal = error instanceof BlobStoreError || this.closed.signal.aborted;
        if (isFinal || failures === maxResumptions) throw toBlobStoreError(error, this.place);
      }
    }
  }

  private async resume(): Promise<void> {
    this.body.destroy();
    const body = await this.openFrom(this.position, this.closed.signal);
    if (body === undefined) throw new BlobNotFoundError(this.id);
    this.body = body;
    this.pieces = this.watch(this.body);
  }

  /** Catches the error of a body that nobody reads yet: it must not bring the process down. */
  private watch(body: Readable): AsyncIterator<Buffer> {
    body.on('error', () => undefined);
    return body[Symbol.asyncIterator]();
  }
}
