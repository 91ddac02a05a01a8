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
  derived?: RunnableDerived;
}

export interface RunnableSequence {
  within: string;
  orderedBy: string;
  reads: readonly string[];
  link: (row: never, previous: never) => object;
}

export interface RunnableDerived {
  isDue: (row: never) => boolean;
  derive: (table: string) => string;
  removeStale: string;
}

export const eventTypesOf = (projection: RunnableProjection): string[] => Object.keys(projection.handlers);

/** Lane key of an event, even of one that this release cannot read. */
export const laneOf = (projection: RunnableProjection, recorded: RecordedEvent): string => {
  if (projection.laneKey === undefined) return recorded.stream;
  if (projection.onFailure === 'hold') return storedLaneOf(projection.laneKey, recorded) ?? recorded.stream;
  try {
    return projection.laneKey(toDomainEvent(recorded));
  } catch {
    return recorded.stream;
  }
};

/** Lane of an event that may be held back; undefined when nobody can say whose event it is. */
export const holdableLaneOf = (projection: RunnableProjection, recorded: RecordedEvent): string | undefined =>
  projection.onFailure === 'hold' && projection.laneKey !== undefined
    ? storedLaneOf(projection.laneKey, recorded)
    : undefined;

const storedLaneOf = (laneKey: NonNullable<RunnableProjection['laneKey']>, recorded: RecordedEvent) => {
  try {
    const lane: unknown = laneKey(recorded as unknown as RecordedDomainEvent);
    return typeof lane === 'string' && lane !== '' ? lane : undefined;
  } catch {
    return undefined;
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
