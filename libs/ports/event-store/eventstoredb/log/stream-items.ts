import { Waker } from './waker.js';

/** The `Readable` part of the client's streams, whose types are those of an older Node. */
interface ItemStream {
  read(): unknown;
  resume(): unknown;
  removeListener(event: 'readable', listener: () => void): unknown;
  on(event: 'readable' | 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Takes items from a stream of the client one by one. A stream that is left keeps its call open, and one of the
 * client's streams may report an error or an end while items still wait in it: here the items come first.
 */
export class StreamItems<Item> {
  private ending: { error: Error | undefined } | undefined;

  constructor(
    private readonly stream: ItemStream,
    private readonly cancel: () => Promise<void>,
    private readonly waker = new Waker(),
  ) {
    stream.on('readable', waker.wake);
    stream.on('error', (error: Error) => this.end(error));
    stream.on('end', () => this.end(undefined));
    stream.on('close', () => this.end(new CutShortError()));
  }

  /** Returns an item if one is there now. */
  take(): Item | undefined {
    return (this.stream.read() as Item | null) ?? undefined;
  }

  /** Set once nothing more comes after the items that `take` returns. */
  get over(): { error: Error | undefined } | undefined {
    return this.ending;
  }

  /**
   * Returns the next item; undefined at the end.
   * @throws the error of the stream, or a SilenceError when nothing came for `ms`
   */
  async next(ms: number): Promise<Item | undefined> {
    const giveUpAt = performance.now() + ms;
    for (;;) {
      const item = this.take();
      if (item !== undefined) return item;
      if (this.ending !== undefined) {
        if (this.ending.error !== undefined) throw this.ending.error;
        return undefined;
      }
      const left = giveUpAt - performance.now();
      if (left <= 0) throw new SilenceError(ms);
      await this.waker.sleep(left);
    }
  }

  /** Ends the call from outside: whoever waits for an item gets an error. */
  readonly cut = (): void => this.end(new CutShortError());

  close(): void {
    void this.cancel().catch(() => undefined);
    // The stream is read to its end: the client remembers a call until then, and cancelling does not end a call that
    // was answered in full.
    this.stream.removeListener('readable', this.waker.wake);
    this.stream.resume();
  }

  private end(error: Error | undefined): void {
    this.ending ??= { error };
    this.waker.wake();
  }
}

/** The call was closed before its end, so that what was read may not be all of it. */
export class CutShortError extends Error {
  override readonly name = 'CutShortError';
  constructor() {
    super('the call was closed before its end');
  }
}

/** An open call was silent for too long. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
  constructor(ms: number) {
    super(`nothing came for ${ms} ms`);
  }
}
