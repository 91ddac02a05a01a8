import type { LostEvents } from '../event-store.errors.js';
import type { EventStore, RecordedEvent } from '../event-store.port.js';
import { isAtOrAfter, type Position } from '../position.js';

const pageSize = 500;

/**
 * Compares events that were read, in order, with what the log holds now: it is read again from `after`, the place right
 * before the first of them.
 */
export const lostEvents = async (
  eventStore: Pick<EventStore, 'readAll'>,
  events: readonly RecordedEvent[],
  after: Position,
  types: readonly string[],
): Promise<LostEvents> => {
  const missing = new Map(events.map(({ id, position }) => [id, position]));
  const end = events.at(-1)?.position ?? after;
  for (let from = after; !isAtOrAfter(from, end); ) {
    const page = await eventStore.readAll({ after: from, types, limit: pageSize });
    for (const { id } of page.events) missing.delete(id);
    if (page.atEnd) break;
    from = page.position;
  }
  const lost = [...missing.values()];
  return { read: events.length, lost: lost.length, first: lost.at(0) ?? null, last: lost.at(-1) ?? null };
};
