import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { Message } from './message-bus.port.js';

/** Maximum messages that a consumer of a group has read and not done: 14 MiB with all that belongs to them. */
export const maxUndone = 10_000;

/**
 * Maximum messages that wait in memory as they are. Of those that come while so many wait only the place in the log is
 * kept: an organization with thousands of them does not end the reading before those of others.
 */
export const maxWhole = 1_000;

/** Gives a message whose turn has come; undefined where the log does not hold it any more. */
export type WaitingMessage = () => Promise<Message | undefined>;

export const keptWhole =
  (message: Message): WaitingMessage =>
  async () =>
    message;

/** Keeps the place of a message, and reads it from there at each try. */
export const keptByPlace = (
  eventStore: Pick<EventStore, 'readStream'>,
  { id, stream, revision }: Message,
): WaitingMessage => {
  return async () => {
    for await (const event of eventStore.readStream(stream, { from: revision, limit: 1 })) {
      return event.id === id ? event : undefined;
    }
    return undefined;
  };
};
