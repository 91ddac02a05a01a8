import type { EventStore, ReadStreamOptions, RecordedEvent } from '../event-store.port.js';

export const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};

export const readWhole = (store: EventStore, stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]> =>
  collect(store.readStream(stream, options));

/** The number that `eventNumbered` was given. */
export const labels = (events: readonly RecordedEvent[]): unknown[] => events.map(({ data }) => data.label);
