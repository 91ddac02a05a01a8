import type { EventPage } from '#libs/ports/event-store/event-store.port.js';

/** Requests the next page as soon as one is taken, so that reading goes on while the last page is written. */
export class PageSource {
  private readonly iterator: AsyncIterator<EventPage>;
  private pending: Promise<IteratorResult<EventPage>>;

  constructor(pages: AsyncIterable<EventPage>) {
    this.iterator = pages[Symbol.asyncIterator]();
    this.pending = this.ask();
  }

  /** The next page; undefined at the end of the subscription. */
  async next(): Promise<EventPage | undefined> {
    const result = await this.pending;
    if (result.done === true) return undefined;
    this.pending = this.ask();
    return result.value;
  }

  /** The next page as of `next`, or `late` when it has not come in time; it is then still to come. */
  async nextWithin(milliseconds: number): Promise<EventPage | undefined | 'late'> {
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(resolve, milliseconds, 'late');
    const first = await Promise.race([this.pending, late]).finally(() => clearTimeout(timer));
    return first === 'late' ? 'late' : this.next();
  }

  private ask(): Promise<IteratorResult<EventPage>> {
    const asked = this.iterator.next();
    // A reader that stops does not see this failure; a reader that goes on does.
    asked.catch(() => undefined);
    return asked;
  }
}
