import type { EventStore, ReadStreamOptions, RecordedEvent } from '../event-store.port.js';

export const readWhole = (store: EventStore, stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]> =>
  Array.fromAsync(store.readStream(stream, options));

export const labels = (events: readonly RecordedEvent[]): unknown[] => events.map(({ data }) => data['label']);
