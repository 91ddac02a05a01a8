import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';

/** Maximum lag that is counted; a greater one is reported as this. */
const countedLag = 1_000;

/** Counts events of these types after the position, up to 1,000, and returns the age of the first. */
export const logLag = async (
  eventStore: EventStore,
  { position, types }: { position: Position; types?: readonly string[] },
): Promise<{ lagEvents: number; lagSeconds: number }> => {
  let oldest: RecordedEvent | undefined;
  let lagEvents = 0;
  // A page may be empty and yet not the last: it examines a limited part of the log.
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
