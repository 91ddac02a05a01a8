import type { JsonObject } from '#libs/domain/json.js';
import type { Position } from './position.js';

export interface NewEvent {
  /**
   * UUID, unique in its stream. The same events appended again with the same expected revision return the first
   * result, for ever. An id is looked up only where that revision puts it.
   */
  id: string;
  type: string;
  /** Schema version of `data`, from 1. */
  version: number;
  data: JsonObject;
  metadata: JsonObject;
  /** JSON texts of `data` and `metadata`, where they were made already. */
  json?: { data: string; metadata: string };
}

export interface RecordedEvent extends Omit<NewEvent, 'json'> {
  stream: string;
  /** Place in the stream: 0 for the first event, without gaps. */
  revision: number;
  position: Position;
  /** Time at which the store wrote the event: RFC 3339, UTC, milliseconds. */
  recordedAt: string;
}

/**
 * A number is the exact revision of the stream's last event. There is nothing looser: no engine could make it
 * idempotent for ever.
 */
export type ExpectedRevision = number | 'no-stream';

export interface AppendResult {
  /** Revision of the last event appended. */
  revision: number;
  /** Position of the last event appended. */
  position: Position;
  /**
   * True when the events were in the log as the call began and nothing was written now. Of calls that append the
   * same events at the same time, each may say false.
   */
  repeated: boolean;
}

export interface ReadStreamOptions {
  direction?: 'forwards' | 'backwards';
  /** First revision read; the start of the stream forwards, its end backwards, when omitted. */
  from?: number;
  limit?: number;
}

export interface EventFilter {
  /** Event types wanted; all when omitted. */
  types?: readonly string[];
  /** Prefixes of the stream names wanted; all when omitted. */
  streamPrefixes?: readonly string[];
}

export interface ReadAllOptions extends EventFilter {
  /** Exclusive start: the page begins behind this position. */
  after: Position;
  limit: number;
}

export interface EventPage {
  events: RecordedEvent[];
  /** Everything up to this position was read or filtered out: the next `after`. */
  position: Position;
  /** True when the log held nothing more. */
  atEnd: boolean;
}

export interface SubscribeOptions extends EventFilter {
  /** Exclusive start: the first page begins behind this position. */
  after: Position;
  /** Maximum number of events in one page. */
  pageSize?: number;
  signal: AbortSignal;
}

/**
 * The log of all events. An append that resolves is durable (on disk, fsync). All methods reject with
 * an error of `event-store.errors.ts`.
 */
export interface EventStore {
  /** Whether callers are refused now, since the store is known to be away. An engine that refuses nobody has it not. */
  readonly isAway?: boolean;
  /**
   * Appends all events or none.
   * @throws WrongExpectedRevisionError, PartlyRepeatedError, AppendOutcomeUnknownError, EventStoreUnavailableError,
   * EventTooLargeError
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;
  /** Reads a stream; a stream that does not exist is empty. */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent>;
  /** Reads events of all streams in commit order. */
  readAll(options: ReadAllOptions): Promise<EventPage>;
  /**
   * Delivers pages of events in commit order, without gap or repetition, first existing events, then new ones as they
   * come, until the signal. A page may be empty: its position then moves past events that the filter left out. It
   * survives the loss of the connection by resuming by itself.
   * @throws LogHistoryChangedError where positions may no longer mean what they did: compare, and begin again
   */
  subscribeToAll(options: SubscribeOptions): AsyncIterable<EventPage>;
  /**
   * Returns the end of the log: every append that was acknowledged before the call is at or before it, and every
   * reader reaches or passes it, whatever its filter. Where an engine keeps other applications' events too, it may be
   * the position of one of them.
   */
  head(): Promise<Position>;
  close(): Promise<void>;
}
