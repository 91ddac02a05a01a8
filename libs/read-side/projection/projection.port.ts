import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import type { RecordedDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';

export type ColumnValue = string | number | boolean | null | Date | Uint8Array | object;
export type Row = Record<string, ColumnValue>;

/**
 * Operations of an event on the rows of one read model. They are gathered for a batch, folded by
 * primary key in memory and written in a few set-based statements, in one transaction with the checkpoint.
 */
export interface Rows<R extends object> {
  insert(row: R): void;
  /** Changes a row; does nothing when the row is missing. */
  update(key: Partial<R>, changes: Partial<R>): void;
  /**
   * Adds whole numbers to numeric columns, making the row with `initial` when it is missing; null counts as 0.
   * Fractions are refused: their sum would depend on how events fall into batches.
   */
  add(key: Partial<R>, increments: Partial<Record<keyof R, number>>, initial?: Partial<R>): void;
  /** Removes one row, or, given only the first columns of the primary key, all rows that share them. */
  delete(key: Partial<R>): void;
}

/**
 * Rows that each build on the one before in their sequence, such as gapless numbers. They are only
 * ever inserted. The runner calls `link` for each inserted row in the order of the log, after the handlers
 * and within the transaction that writes: `previous` is the row linked before it in this batch, else the
 * last row of the sequence in the table being written (live, or the one that a rebuild fills), read in that
 * transaction after the checkpoint is locked. So numbers are right after a failed batch, a restart, a
 * takeover and in a rebuild.
 */
export interface Sequence<R extends object> {
  /** Column that identifies a sequence: the first of the primary key, with the value of `laneKey`. */
  within: keyof R & string;
  /** Column that orders a sequence: the second of the primary key; `link` overwrites the constant that handlers set. */
  orderedBy: keyof R & string;
  /** Columns of `previous` that `link` reads; values from the table are as the driver gives them. */
  reads: readonly (keyof R & string)[];
  /** Completes a row; pure. `previous` is undefined for the first row of its sequence. */
  link: (row: R, previous: Partial<R> | undefined) => R;
}

/** Values derived from the rows of a sequence, in the transaction that writes them, or from a table that a rebuild filled. */
export interface Derived<R extends object> {
  /** Whether something is to be derived now that the row is written. */
  isDue: (row: R) => boolean;
  /**
   * Statement that derives what is missing from the rows of `table`; it may run again. `$1` is a JSON array of the
   * sequences that are due, or null for all.
   */
  derive: (table: string) => string;
  /** Statement that removes what was derived from tables that are gone. */
  removeStale: string;
}

export type Handlers<R extends object, Types extends EventType> = {
  [Type in Types]: (rows: Rows<R>, event: RecordedDomainEvent<EventOf<Type>>) => void;
};

export interface Projection<R extends object = Row, Types extends EventType = EventType> {
  /** Name of the checkpoint; stable for ever. */
  name: string;
  /** Version of the rows: raise it when handlers change their form, and the projection is rebuilt. */
  version: number;
  /**
   * Table with its schema: `read_model.document`. Rows are keyed by column name; timestamps are RFC 3339 text,
   * arrays and objects go to `jsonb`.
   */
  table: string;
  primaryKey: readonly (keyof R & string)[];
  handlers: Handlers<R, Types>;
  /**
   * Key of an event's lane: events with the same key are applied in order and parked together. Default: the stream. Where
   * failures hold a lane back it has to be known even of events that cannot be read: it is then given the event as it was
   * stored, and reads only what every version of it has.
   */
  laneKey?: (event: RecordedDomainEvent) => string;
  /**
   * `park`: the events of a failing event's lane wait aside, each remembered, and the rest goes on. `hold`: the same, but
   * only the place in the log is remembered, from which a retry catches up; beyond `maxHeldLanes` lanes everything
   * stops. `halt`: everything stops.
   */
  onFailure: 'park' | 'hold' | 'halt';
  sequence?: Sequence<R>;
  /** Only beside a sequence. */
  derived?: Derived<R>;
  /** Role that writes the rows, not the checkpoint (`set local role`), if it exists and the session may take it. */
  writtenBy?: string;
  /**
   * Triggers and grants that the table must have. A rebuild copies those of the live table; it runs these
   * statements on the new one first, so that those removed from the live one are there again.
   */
  guard?: (table: string) => readonly string[];
}

/** Keeps the row type of each handler while the list of event types is inferred. */
export const projection = <R extends object, Types extends EventType>(
  definition: Projection<R, Types>,
): Projection<R, Types> => definition;
