import type { Segment } from '#libs/text/segments/segment.js';

/** Finished batches of a translation in their order, while others are still being translated. */
export class BatchesInOrder {
  private readonly finished = new Set<number>();
  /** Number of all batches, once it is known. */
  private count: number | undefined;
  private failure: { error: unknown } | undefined;
  private news = Promise.withResolvers<void>();

  constructor(private readonly load: (number: number) => Promise<readonly Segment[]>) {}

  add(number: number): void {
    this.finished.add(number);
    this.tell();
  }

  /** There are so many batches, and all of them are finished. */
  end(count: number): void {
    this.count = count;
    this.tell();
  }

  fail(error: unknown): void {
    this.failure = { error };
    this.tell();
  }

  /** Waits until a batch is finished, or until there is none of that number. @throws the error that it failed with */
  async has(number: number): Promise<boolean> {
    while (!this.finished.has(number) && this.count === undefined && this.failure === undefined)
      await this.news.promise;
    if (this.failure !== undefined) throw this.failure.error;
    return this.finished.has(number);
  }

  /** Waits until all batches are finished. @throws the error that one failed with */
  async all(): Promise<void> {
    await this.has(Number.POSITIVE_INFINITY);
  }

  /** All segments, a batch in memory at a time. */
  async *segments(): AsyncGenerator<Segment, undefined> {
    for (let number = 0; await this.has(number); number += 1) yield* await this.load(number);
    return undefined;
  }

  private tell(): void {
    this.news.resolve();
    this.news = Promise.withResolvers<void>();
  }
}
