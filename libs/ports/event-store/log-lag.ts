import type { EventStore, RecordedEvent } from './event-store.port.js';
import type { Position } from './position.js';
import { countedLag, type Lag } from './shared-subscription/observed-lag.js';

/** Milliseconds after which a walk through events of others is given up: the lag then is unknown. */
const walkMs = 5_000;

/**
 * Counts events of these types after the position by reading the log, up to 1,000, and returns the age of the first: for
 * a person who asks, not for a page of metrics.
 */
export const logLag = async (
  eventStore: Pick<EventStore, 'readAll'>,
  { position, types }: { position: Position; types?: readonly string[] },
  now: () => number = Date.now,
): Promise<Lag> => {
  const until = performance.now() + walkMs;
  let oldest: RecordedEvent | undefined;
  let lagEvents = 0;
  // A page may be empty and yet not the last: it examines a limited part of the log.
  for (let after = position, atEnd = false; !atEnd && lagEvents < countedLag; ) {
    if (performance.now() > until) return { lagEvents: undefined, lagSeconds: oldest && ageInSeconds(oldest, now()) };
    const limit = countedLag - lagEvents;
    const page = await eventStore.readAll({ after, limit, ...(types === undefined ? {} : { types }) });
    oldest ??= page.events[0];
    lagEvents += page.events.length;
    ({ position: after, atEnd } = page);
  }
  return { lagEvents, lagSeconds: oldest === undefined ? 0 : ageInSeconds(oldest, now()) };
};

export const ageInSeconds = ({ recordedAt }: RecordedEvent, now: number = Date.now()): number =>
  Math.max(0, (now - Date.parse(recordedAt)) / 1_000);
