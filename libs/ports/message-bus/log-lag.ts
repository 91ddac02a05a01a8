import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';

/** A greater lag is told as this. */
const countedLag = 1_000;

/** Events of these types after the position, counted up to 1,000, and the age of the first. */
export const logLag = async (
  eventStore: EventStore,
  { position, types }: { position: Position; types?: readonly string[] },
): Promise<{ lagEvents: number; lagSeconds: number }> => {
  let oldest: RecordedEvent | undefined;
  let lagEvents = 0;
  // A page may be empty and yet not the last: it looks through so much of the log and no more.
  for (let after = position, atEnd = false; !atEnd && lagEvents < countedLag; ) {
    const limit = countedLag - lagEvents;
    const page = await eventStore.readAll({ after, limit, ...(types === undefined ? {} : { types }) });
    oldest ??= page.events[0];
    lagEvents += page.events.length;
    ({ position: after, atEnd } = page);
  }
  return { lagEvents, lagSeconds: oldest === undefined ? 0 : ageInSeconds(oldest) };
};

export const ageInSeconds = ({ recordedAt }: RecordedEvent): number =>
  Math.max(0, (Date.now() - Date.parse(recordedAt)) / 1_000);
