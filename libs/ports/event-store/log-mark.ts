import type { EventStore, RecordedEvent } from './event-store.port.js';

/**
 * An event that a reader has passed: what ties its place to the history of this log. A log that was restored to an
 * earlier time, or replaced by another, gives the same positions to other events, but never the same ids.
 */
export type LogMark = Pick<RecordedEvent, 'id' | 'stream' | 'revision'>;

/** Whether the log holds the event. */
export const isInLog = async (
  eventStore: Pick<EventStore, 'readStream'>,
  { id, stream, revision }: LogMark,
): Promise<boolean> => {
  for await (const event of eventStore.readStream(stream, { from: revision, limit: 1 })) {
    return event.revision === revision && event.id === id;
  }
  return false;
};
