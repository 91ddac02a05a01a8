import { END, eventTypeFilter } from '@eventstore/db-client';
import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import { isAtOrAfter, type Position, START } from '../../position.js';
import type { LogConnection } from '../connection/log-connection.js';
import { toPosition } from './log-position.js';
import { StreamItems } from './stream-items.js';
import { Waker } from './waker.js';

/** Prefix that no event type has. */
const nothing = '$transledger-nothing';

/**
 * Knows how far the log reaches, and wakes those that wait for it to reach further. It is a hint for speed alone:
 * every waiter also asks the server from time to time. It comes from one subscription for the whole store that
 * matches nothing and gets a checkpoint, some twenty bytes, for each event of any application.
 */
export class LogTail {
  private at: Position = START;
  private following: Promise<void> | undefined;
  private readonly waiting = new Set<Waker>();
  private readonly closing = new AbortController();

  constructor(
    private readonly connection: LogConnection,
    private readonly onFault: (error: Error) => void,
  ) {}

  get position(): Position {
    return this.at;
  }

  /** Notes that the log is known to reach this position. */
  observe(position: Position): void {
    if (isAtOrAfter(this.at, position)) return;
    this.at = position;
    for (const waker of this.waiting) waker.wake();
  }

  /** Wakes the waker whenever the log has grown, until the returned function is called. */
  join(waker: Waker): () => void {
    this.waiting.add(waker);
    this.following ??= this.follow();
    return () => this.waiting.delete(waker);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.following;
  }

  private async follow(): Promise<void> {
    const { signal } = this.closing;
    for (let failures = 0; !signal.aborted; failures += 1) {
      const begun = this.at;
      await this.followUntilLost(signal);
      if (this.at !== begun) failures = 0;
      await pause(backoff(failures), signal);
    }
  }

  private async followUntilLost(signal: AbortSignal): Promise<void> {
    const waker = new Waker();
    const subscription = this.connection.client.subscribeToAll({
      fromPosition: END,
      filter: eventTypeFilter({
        prefixes: [nothing],
        maxSearchWindow: 1,
        checkpointInterval: 1,
        checkpointReached: (_, reached) => this.observe(toPosition(reached) ?? START),
      }),
    });
    const items = new StreamItems(subscription, () => subscription.unsubscribe(), waker);
    signal.addEventListener('abort', waker.wake);
    try {
      while (!signal.aborted && items.over === undefined) {
        items.take(); // nothing comes, but only a reader notices an end
        await waker.sleep(60_000);
      }
      if (items.over?.error !== undefined) this.onFault(items.over.error);
    } finally {
      signal.removeEventListener('abort', waker.wake);
      items.close();
    }
  }
}
