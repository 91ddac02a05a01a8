import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import type { RecordedDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';

export type ColumnValue = string | number | boolean | null | Date | Uint8Array | object;
export type Row = Record<string, ColumnValue>;

/**
 * What an event does to the rows of one read model. Operations are gathered for a batch, folded by
 * primary key in memory and written in a few set-based statements, in one transaction with the checkpoint.
 */
export interface Rows<R extends object> {
  insert(row: R): void;
  /** Changes what is there; nothing happens when the row is not. */
  update(key: Partial<R>, changes: Partial<R>): void;
  /** Adds to numeric columns, making the row with `initial` when it is not there. */
  add(key: Partial<R>, increments: Partial<Record<keyof R, number>>, initial?: Partial<R>): void;
  delete(key: Partial<R>): void;
}

export type Handlers<R extends object, Types extends EventType> = {
  [Type in Types]: (rows: Rows<R>, event: RecordedDomainEvent<EventOf<Type>>) => void;
};

export interface Projection<R extends object = Row, Types extends EventType = EventType> {
  /** Names the checkpoint; stable for ever. */
  name: string;
  /** Raise it when handlers change what rows look like: the projection is then rebuilt. */
  version: number;
  table: string;
  primaryKey: readonly (keyof R & string)[];
  handlers: Handlers<R, Types>;
  /** Events with the same lane key are applied in order and parked together; the stream when omitted. */
  laneKey?: (event: RecordedDomainEvent) => string;
  /** `park`: the lane of a failing event waits aside, the rest goes on. `halt`: everything stops. */
  onFailure: 'park' | 'halt';
}

/** Keeps the row type of each handler while the list of event types is inferred. */
export const projection = <R extends object, Types extends EventType>(
  definition: Projection<R, Types>,
): Projection<R, Types> => definition;
