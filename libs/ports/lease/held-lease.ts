import type { Lease } from './lease.port.js';

/** A lease in this process's hands, lost by the process's own clock when it is not renewed in time. */
export class HeldLease implements Lease {
  private readonly loss = new AbortController();
  private deadline?: NodeJS.Timeout;

  constructor(
    readonly name: string,
    readonly fencingToken: bigint,
    private readonly giveBack: (lease: HeldLease) => Promise<void>,
  ) {}

  get lost(): AbortSignal {
    return this.loss.signal;
  }

  /** `until` is a time of `performance.now()`: monotonic, so that setting the clock changes nothing. */
  holdUntil(until: number): void {
    if (this.lost.aborted) return;
    clearTimeout(this.deadline);
    this.deadline = setTimeout(() => this.lose('was not renewed in time'), Math.max(0, until - performance.now()));
    this.deadline.unref();
  }

  lose(why: string): void {
    clearTimeout(this.deadline);
    this.loss.abort(new Error(`Lease ${this.name} ${why}`));
  }

  async release(): Promise<void> {
    if (this.lost.aborted) return;
    this.lose('was released');
    await this.giveBack(this);
  }
}
