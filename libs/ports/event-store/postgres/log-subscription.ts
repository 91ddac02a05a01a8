import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import { unlessAborted } from '#libs/platform/async/unless-aborted.js';
import { EventStoreUnavailableError, LogHistoryChangedError } from '../event-store.errors.js';
import type { EventPage, ReadAllOptions, SubscribeOptions } from '../event-store.port.js';
import type { CommitSignal } from './commit-signal.js';
import type { LogPage } from './event-reader.js';

export interface SubscriptionSettings {
  /** Maximum milliseconds between two reads of the log, should notifications not come. */
  pollMs: number;
  /** Minimum milliseconds between two reads at the end of the log, so that a busy log is read in pages. */
  gatherMs: number;
  /** The same after a read that found nothing of the types followed: other events fill the log. */
  gatherOthersMs: number;
}

const usualPage = 500;

type ReadAll = (options: ReadAllOptions) => Promise<LogPage>;

/** Waits for the page, or undefined once the signal aborts or when the store cannot be reached. */
const pageUnlessAborted = async (page: Promise<LogPage>, signal: AbortSignal): Promise<LogPage | undefined> => {
  try {
    return await unlessAborted(page, signal);
  } catch (error) {
    if (error instanceof EventStoreUnavailableError) return undefined;
    throw error;
  }
};

/**
 * `subscribeToAll` on top of `readAll`. While it catches up, the next page is read as the consumer works
 * on the one before; never more than one ahead.
 */
export async function* subscribe(
  readAll: ReadAll,
  commits: Pick<CommitSignal, 'count' | 'after'>,
  { after, pageSize = usualPage, signal, ...filter }: SubscribeOptions,
  { pollMs, gatherMs, gatherOthersMs }: SubscriptionSettings,
): AsyncGenerator<EventPage, void, undefined> {
  let position = after;
  let failures = 0;
  let timeline: string | undefined;
  let ahead: Promise<LogPage> | undefined;
  const read = () => readAll({ after: position, limit: pageSize, ...filter });
  while (!signal.aborted) {
    const seen = commits.count;
    const startedAt = performance.now();
    const page = await pageUnlessAborted(ahead ?? read(), signal);
    ahead = undefined;
    if (signal.aborted) return;
    if (page === undefined) {
      await pause(backoff(failures), signal);
      failures += 1;
      continue;
    }
    failures = 0;
    timeline ??= page.timeline;
    if (page.timeline !== timeline) throw new LogHistoryChangedError(timeline, page.timeline);
    const moved = page.position !== position;
    position = page.position;
    if (!page.atEnd) {
      ahead = read();
      ahead.catch(() => undefined); // the consumer may never come back for it
    }
    if (moved) yield { events: page.events, position, atEnd: page.atEnd };
    if (!page.atEnd) continue;
    await commits.after(seen, pollMs, signal);
    const early = (page.events.length > 0 ? gatherMs : gatherOthersMs) - (performance.now() - startedAt);
    if (early > 0) await pause(early, signal);
  }
}
