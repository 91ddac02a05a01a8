export interface Flow {
  pause(): void;
  resume(): void;
}

/**
 * A queue between a producer and a consumer that awaits one item at a time. The producer is paused when `highWaterMark`
 * items wait, and resumed when half of them are gone. Items that were pushed before the end come before the end.
 */
export class ResponseQueue<T> {
  private items: T[] = [];
  private readonly waiting: { resolve(result: IteratorResult<T, undefined>): void; reject(error: unknown): void }[] =
    [];
  private ending: { error?: unknown } | undefined;
  private isPaused = false;

  constructor(
    private readonly highWaterMark: number,
    private readonly flow: Flow,
  ) {}

  push(item: T): void {
    if (this.ending !== undefined) return;
    const consumer = this.waiting.shift();
    if (consumer !== undefined) {
      consumer.resolve({ value: item, done: false });
      return;
    }
    this.items.push(item);
    if (this.isPaused || this.items.length < this.highWaterMark) return;
    this.isPaused = true;
    this.flow.pause();
  }

  /** Ends the queue; only the first end counts. An error is thrown once, behind the items. */
  end(error?: unknown): void {
    if (this.ending !== undefined) return;
    this.ending = error === undefined ? {} : { error };
    for (const consumer of this.waiting.splice(0)) this.takeEnd().then(consumer.resolve, consumer.reject);
  }

  /** Drops the waiting items. */
  clear(): void {
    this.items = [];
  }

  next(): Promise<IteratorResult<T, undefined>> {
    const item = this.items.shift();
    if (item === undefined) {
      if (this.ending !== undefined) return this.takeEnd();
      return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
    }
    if (this.isPaused && this.items.length <= this.highWaterMark / 2) {
      this.isPaused = false;
      this.flow.resume();
    }
    return Promise.resolve({ value: item, done: false });
  }

  private async takeEnd(): Promise<IteratorResult<T, undefined>> {
    const error = this.ending?.error;
    this.ending = {};
    if (error !== undefined) throw error;
    return { value: undefined, done: true };
  }
}
