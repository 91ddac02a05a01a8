/** Reads a source as fast as it yields, for one reader that comes later. Fails when the source fails. */
export class Backlog<T> implements AsyncIterable<T> {
  private readonly items: T[] = [];
  private end: { error?: unknown } | undefined;
  private wake: () => void = () => undefined;

  constructor(source: AsyncIterable<T>) {
    void this.take(source);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      yield* this.items.splice(0);
      if (this.items.length > 0) continue;
      if (this.end !== undefined) break;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    if ('error' in this.end) throw this.end.error;
  }

  private async take(source: AsyncIterable<T>): Promise<void> {
    try {
      for await (const item of source) {
        this.items.push(item);
        this.wake();
      }
      this.end = {};
    } catch (error) {
      this.end = { error };
    }
    this.wake();
  }
}
