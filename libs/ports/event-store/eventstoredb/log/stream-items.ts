import { Waker } from './waker.js';

/** What the client's streams have of a `Readable`: their types are those of an older Node. */
interface ItemStream {
  read(): unknown;
  resume(): unknown;
  removeListener(event: 'readable', listener: () => void): unknown;
  on(event: 'readable' | 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Takes items from a stream of the client one by one. A stream that is left keeps its call open, and one of the
 * client's streams may report an error or an end while items still wait in it: here they come first.
 */
export class StreamItems<Item> {
  #over: { error: Error | undefined } | undefined;

  constructor(
    private readonly stream: ItemStream,
    private readonly cancel: () => Promise<void>,
    private readonly waker = new Waker(),
  ) {
    stream.on('readable', waker.wake);
    stream.on('error', (error: Error) => this.#end(error));
    stream.on('end', () => this.#end(undefined));
    stream.on('close', () => this.#end(undefined));
  }

  /** An item that is there now. */
  take(): Item | undefined {
    return (this.stream.read() as Item | null) ?? undefined;
  }

  /** Set once nothing more comes behind what `take` gives. */
  get over(): { error: Error | undefined } | undefined {
    return this.#over;
  }

  /**
   * The next item; undefined at the end.
   * @throws the error of the stream, or one that says that nothing came for `ms`
   */
  async next(ms: number): Promise<Item | undefined> {
    const giveUpAt = performance.now() + ms;
    for (;;) {
      const item = this.take();
      if (item !== undefined) return item;
      if (this.#over !== undefined) {
        if (this.#over.error !== undefined) throw this.#over.error;
        return undefined;
      }
      const left = giveUpAt - performance.now();
      if (left <= 0) throw new SilenceError(ms);
      await this.waker.sleep(left);
    }
  }

  close(): void {
    void this.cancel().catch(() => undefined);
    // Read to its end: the client remembers a call until then, and one that was answered whole no cancelling ends.
    this.stream.removeListener('readable', this.waker.wake);
    this.stream.resume();
  }

  #end(error: Error | undefined): void {
    this.#over ??= { error };
    this.waker.wake();
  }
}

/** A call that was open said nothing for too long. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
  constructor(ms: number) {
    super(`nothing came for ${ms} ms`);
  }
}
