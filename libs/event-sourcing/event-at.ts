import type { EventStore, RecordedEvent } from '#libs/ports/event-store/event-store.port.js';

/** The event at a place of a stream, its first where no place is given; undefined where there is none. */
export const eventAt = async (
  eventStore: Pick<EventStore, 'readStream'>,
  stream: string,
  revision = 0,
): Promise<RecordedEvent | undefined> => {
  for await (const event of eventStore.readStream(stream, { from: revision, limit: 1 })) return event;
  return undefined;
};
