import type { AnyDomainEvent } from '#libs/domain/domain-event.js';
import { upcast } from '#libs/domain/upcasting.js';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { type MetadataOf, metadataOf } from './event-metadata.js';

/** An event as projections and consumers see it: newest version, typed, with where and when it was written. */
export type RecordedDomainEvent<Event extends AnyDomainEvent = AnyDomainEvent> = Event extends AnyDomainEvent
  ? Event & {
      id: string;
      stream: string;
      revision: number;
      position: Position;
      recordedAt: string;
      metadata: MetadataOf<Event['type']>;
    }
  : never;

export const toDomainEvent = (recorded: RecordedEvent): RecordedDomainEvent => {
  const { id, stream, revision, position, recordedAt } = recorded;
  return {
    ...upcast(recorded),
    id,
    stream,
    revision,
    position,
    recordedAt,
    metadata: metadataOf(recorded),
  } as RecordedDomainEvent;
};
