import type { EventPage, EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import { type Position, START } from '#libs/ports/event-store/position.js';

const pageSize = 2_000;

/**
 * The events of these types that the log held at a moment (RFC 3339), in pages: those up to the last that was recorded
 * at the moment or before. It follows a clock that was set back, but not past a whole page of later events. The next
 * page is read while one is worked on.
 */
export async function* eventsUntil(
  eventStore: Pick<EventStore, 'readAll'>,
  types: readonly string[],
  until: string,
): AsyncGenerator<RecordedEvent[], void, undefined> {
  const read = (after: Position) => eventStore.readAll({ after, types, limit: pageSize });
  /** Recorded after the moment, and not known yet to have none of before behind them. */
  let later: RecordedEvent[] = [];
  for (let reading: Promise<EventPage> | undefined = read(START); reading !== undefined; ) {
    const page: EventPage = await reading;
    const last = page.events.findLastIndex(({ recordedAt }) => recordedAt <= until);
    if (last < 0 && page.events.length > 0) return;
    reading = page.atEnd ? undefined : read(page.position);
    reading?.catch(() => undefined);
    if (last >= 0) {
      yield [...later, ...page.events.slice(0, last + 1)];
      later = page.events.slice(last + 1);
    }
  }
}
