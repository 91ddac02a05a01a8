import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import { unlessAborted } from '#libs/platform/async/unless-aborted.js';
import type { EventPage, SubscribeOptions } from '../../event-store.port.js';
import { isAtOrAfter } from '../../position.js';
import { isRefusal, toLogFault } from '../connection/client-faults.js';
import type { LogPages } from './log-pages.js';
import { fromPosition } from './log-position.js';
import type { LogPulse } from './log-pulse.js';
import { Waker } from './waker.js';

interface Sources {
  pages: Pick<LogPages, 'readTo'>;
  pulse: LogPulse;
}

const usualPage = 500;
/** Milliseconds after which a follower that was not woken looks by itself. */
const patienceMs = 10_000;

/**
 * `subscribeToAll`: pages of the log one after another, up to where it is known to reach. A subscription of the server
 * is not used: it is ended when more than 32 events come at once, falls silent without a word, and does not say how far
 * it has come.
 */
export class LogFollower {
  constructor(
    private readonly sources: Sources,
    private readonly onFault: (error: Error) => void,
  ) {}

  async *follow({
    after,
    signal,
    pageSize: limit = usualPage,
    ...filter
  }: SubscribeOptions): AsyncGenerator<EventPage, void, undefined> {
    fromPosition(after); // one of another engine is refused, once and for all
    const { pages, pulse } = this.sources;
    const waker = new Waker();
    const leave = pulse.join(waker);
    signal.addEventListener('abort', waker.wake);
    let position = after;
    let failures = 0;
    try {
      while (!signal.aborted) {
        const head = pulse.position;
        if (isAtOrAfter(position, head)) {
          await waker.sleep(patienceMs);
          continue;
        }
        let page: EventPage | undefined;
        try {
          page = await unlessAborted(pages.readTo(head, { after: position, limit, ...filter }), signal);
          failures = 0;
        } catch (error) {
          this.onFault(toLogFault('The log is not followed for a moment', error));
          if (isRefusal(error)) failures = Math.max(failures, 4);
          await pause(backoff(failures), signal);
          failures += 1;
        }
        if (page === undefined || page.position === position) continue;
        position = page.position;
        yield page;
        if (page.atEnd && !signal.aborted) await waker.sleep(patienceMs);
      }
    } finally {
      signal.removeEventListener('abort', waker.wake);
      leave();
    }
  }
}
