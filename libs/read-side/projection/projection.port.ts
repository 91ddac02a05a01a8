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
  /**
   * Adds whole numbers to numeric columns, making the row with `initial` when it is not there; null counts as 0.
   * Fractions are refused: their sum would depend on how events fall into batches.
   */
  add(key: Partial<R>, increments: Partial<Record<keyof R, number>>, initial?: Partial<R>): void;
  /** Removes one row, or, given only the first columns of the primary key, all rows that share them. */
  delete(key: Partial<R>): void;
}

/**
 * Rows of which each builds on the one before it in its sequence, such as gapless numbers. They are only
 * ever inserted. The runner calls `link` for each inserted row in the order of the log, after the handlers
 * and within the transaction that writes: `previous` is the row linked before it in this batch, else the
 * last row of the sequence in the table being written (live, or the one that a rebuild fills), read in that
 * transaction after the checkpoint is locked. So numbers are right after a failed batch, a restart, a
 * takeover and in a rebuild.
 */
export interface Sequence<R extends object> {
  /** Tells sequences apart: first column of the primary key, and what `laneKey` gives. */
  within: keyof R & string;
  /** Orders a sequence: second column of the primary key; set by `link`, whatever handlers put there (the same in every row). */
  orderedBy: keyof R & string;
  /** Columns of `previous` that `link` reads; as the driver gives them when they come from the table. */
  reads: readonly (keyof R & string)[];
  /** Pure. Completes a row; `previous` is undefined for the first of its sequence. */
  link: (row: R, previous: Partial<R> | undefined) => R;
}

export type Handlers<R extends object, Types extends EventType> = {
  [Type in Types]: (rows: Rows<R>, event: RecordedDomainEvent<EventOf<Type>>) => void;
};

export interface Projection<R extends object = Row, Types extends EventType = EventType> {
  /** Names the checkpoint; stable for ever. */
  name: string;
  /** Raise it when handlers change what rows look like: the projection is then rebuilt. */
  version: number;
  /** With its schema: `read_model.document`. Rows are keyed by column name; timestamps are RFC 3339 text, arrays and objects go to `jsonb`. */
  table: string;
  primaryKey: readonly (keyof R & string)[];
  handlers: Handlers<R, Types>;
  /** Events with the same lane key are applied in order and parked together; the stream when omitted. */
  laneKey?: (event: RecordedDomainEvent) => string;
  /** `park`: the lane of a failing event waits aside, the rest goes on. `halt`: everything stops. */
  onFailure: 'park' | 'halt';
  sequence?: Sequence<R>;
  /** Role that the rows, not the checkpoint, are written under (`set local role`), where it exists and the session may take it. */
  writtenBy?: string;
  /**
   * Triggers and grants that the table must have. A rebuild copies those of the live table; it runs these
   * statements on the new one first, so that what was taken away from the live one is there again.
   */
  guard?: (table: string) => readonly string[];
}

/** Keeps the row type of each handler while the list of event types is inferred. */
export const projection = <R extends object, Types extends EventType>(
  definition: Projection<R, Types>,
): Projection<R, Types> => definition;
