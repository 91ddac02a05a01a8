import type { EventStore, ReadAllOptions, ReadStreamOptions, RecordedEvent } from '../event-store.port.js';

export const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};

export const readWhole = (store: EventStore, stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]> =>
  collect(store.readStream(stream, options));

/** Everything behind the position. A page may hold less than it could, above all of an engine that is slow. */
export const readLog = async (store: EventStore, options: Omit<ReadAllOptions, 'limit'>): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for (let { after } = options; ; ) {
    const page = await store.readAll({ ...options, after, limit: 1_000 });
    events.push(...page.events);
    if (page.atEnd) return events;
    after = page.position;
  }
};

/** The number that `eventNumbered` was given. */
export const labels = (events: readonly RecordedEvent[]): unknown[] => events.map(({ data }) => data.label);
