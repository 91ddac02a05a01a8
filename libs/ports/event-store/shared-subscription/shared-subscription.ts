import { anySignal } from '#libs/platform/async/any-signal.js';
import type { EventPage, EventStore, SubscribeOptions } from '../event-store.port.js';
import { isAtOrAfter, type Position } from '../position.js';
import { SharedTail } from './shared-tail.js';

const usualPage = 500;

export interface SharedSubscription extends Pick<EventStore, 'subscribeToAll'> {
  /** Delivers new events to the followers at the end of the log at once, without waiting for more to gather. */
  lookNow(): void;
  /**
   * Counts the events of these types after a position from what is held in memory; undefined where that does not go back
   * so far, or does not have these types. It reads nothing of the log.
   */
  behind(position: Position, types: readonly string[]): Behind | undefined;
  /**
   * Resolves with whether `behind` counts up to this position within the time; false at once where nothing is followed.
   */
  reaches(position: Position, withinMs: number): Promise<boolean>;
  /** Ends the subscription; to be called once no follower is left. */
  close(): Promise<void>;
}

/** The events after a place, as far as a process knows without a look into the log. */
export interface Behind {
  events: number;
  /** Time at which the first of them was written: RFC 3339; undefined where there is none. */
  oldest: string | undefined;
}

interface SharingOptions {
  /** Milliseconds for which events gather after some have come, unless `lookNow` is called; 0 when omitted. */
  gatherMs?: number;
  /**
   * Milliseconds for which a follower is not woken while only other types come, unless `lookNow` is called; 0 when
   * omitted.
   */
  passAfterMs?: number;
}

type Pages = AsyncGenerator<EventPage, void, undefined>;

/** Reads the log for one follower until the tail holds what comes next, which may be where nothing comes any more. */
async function* catchUp(
  eventStore: Pick<EventStore, 'subscribeToAll' | 'readAll' | 'head'>,
  tail: SharedTail,
  options: SubscribeOptions,
): Pages {
  const arrived = new AbortController();
  const signal = anySignal([options.signal, arrived.signal]);
  let position = options.after;
  const forget = tail.onBeginning(() => {
    if (tail.covers(position)) arrived.abort();
  });
  try {
    for await (const page of eventStore.subscribeToAll({ ...options, signal })) {
      position = page.position;
      yield page;
      if (tail.covers(position)) return;
    }
  } finally {
    forget();
    arrived.abort();
  }
}

async function* follow(
  eventStore: Pick<EventStore, 'subscribeToAll' | 'readAll' | 'head'>,
  tail: SharedTail,
  options: SubscribeOptions,
): Pages {
  const { signal, pageSize = usualPage } = options;
  const wanted = new Set(options.types);
  let position = options.after;
  const { historyChange } = tail;
  while (!signal.aborted) {
    if (tail.historyChange !== undefined && tail.historyChange !== historyChange) throw tail.historyChange;
    if (!tail.covers(position)) {
      for await (const page of catchUp(eventStore, tail, { ...options, after: position })) {
        position = page.position;
        yield page;
      }
    } else if (isAtOrAfter(position, tail.end)) {
      await tail.changed(wanted, signal);
    } else {
      const events = tail.after(position).filter(({ type }) => wanted.has(type));
      const page = events.slice(0, pageSize);
      const atEnd = page.length === events.length;
      position = atEnd ? tail.end : (page.at(-1)?.position ?? position);
      yield { events: page, position, atEnd };
    }
  }
}

/**
 * Lets many followers in one process follow the log over one subscription for all their types together, where each
 * would read the log for itself: a lone append costs one read instead of one for each of them. A follower that is
 * behind catches up alone. A follower of streams by name, or of all types, has a subscription of its own.
 */
export const shareSubscription = (
  eventStore: Pick<EventStore, 'subscribeToAll' | 'readAll' | 'head'>,
  { gatherMs = 0, passAfterMs = 0 }: SharingOptions = {},
): SharedSubscription => {
  const tail = new SharedTail(eventStore, gatherMs, passAfterMs);
  return {
    subscribeToAll: (options) => {
      if (options.types === undefined || options.streamPrefixes !== undefined)
        return eventStore.subscribeToAll(options);
      tail.include(options.types);
      return follow(eventStore, tail, options);
    },
    behind: (position, types) => {
      if (!tail.reads(types) || !tail.covers(position)) return undefined;
      const wanted = new Set(types);
      const events = tail.after(position).filter(({ type }) => wanted.has(type));
      return { events: events.length, oldest: events[0]?.recordedAt };
    },
    reaches: (position, withinMs) => tail.reaches(position, withinMs),
    lookNow: () => void tail.lookNow(),
    close: () => tail.close(),
  };
};
