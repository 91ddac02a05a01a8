import type { RecordedDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import { toDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Projection } from '../projection.port.js';

/** A projection as the runner takes it, without the types of its rows and events. */
export interface RunnableProjection
  extends Pick<Projection, 'name' | 'version' | 'table' | 'laneKey' | 'onFailure' | 'writtenBy' | 'guard'> {
  primaryKey: readonly string[];
  handlers: Readonly<Record<string, (rows: never, event: never) => void>>;
  sequence?: RunnableSequence;
}

export interface RunnableSequence {
  within: string;
  orderedBy: string;
  reads: readonly string[];
  link: (row: never, previous: never) => object;
}

export const eventTypesOf = (projection: RunnableProjection): string[] => Object.keys(projection.handlers);

/** Lane key of an event, even of one that this release cannot read. */
export const laneOf = (projection: RunnableProjection, recorded: RecordedEvent): string => {
  if (projection.laneKey === undefined) return recorded.stream;
  try {
    return projection.laneKey(toDomainEvent(recorded));
  } catch {
    return recorded.stream;
  }
};

/** A handler threw, or the event is of a newer release. */
export class EventHandlingError extends Error {
  override readonly name = 'EventHandlingError';
}

/** @throws EventHandlingError */
export const handleEvent = (projection: RunnableProjection, recorded: RecordedEvent, rows: object): void => {
  const handler = projection.handlers[recorded.type];
  if (handler === undefined) return;
  try {
    const event: RecordedDomainEvent = toDomainEvent(recorded);
    handler(rows as never, event as never);
  } catch (error) {
    throw new EventHandlingError(error instanceof Error ? `${error.name}: ${error.message}` : 'no error was thrown', {
      cause: error,
    });
  }
};
