import type { JsonObject } from '#libs/domain/json.js';
import type { Position } from './position.js';

export interface NewEvent {
  /**
   * UUID, unique in its stream. The same events appended again with the same expected revision return the first
   * result, for ever. An id is looked up nowhere else than where that revision puts it.
   */
  id: string;
  type: string;
  /** Schema version of `data`, from 1. */
  version: number;
  data: JsonObject;
  metadata: JsonObject;
  /** JSON texts of `data` and `metadata`, where they have been made already. */
  json?: { data: string; metadata: string };
}

export interface RecordedEvent extends Omit<NewEvent, 'json'> {
  stream: string;
  /** 0 for the first event of the stream, without gaps. */
  revision: number;
  position: Position;
  /** When the store wrote it: RFC 3339, UTC, milliseconds. */
  recordedAt: string;
}

/** A number is the exact revision of the stream's last event. Nothing looser: no engine could make it idempotent for ever. */
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
  /** Exclusive. */
  after: Position;
  limit: number;
}

export interface EventPage {
  events: RecordedEvent[];
  /** Everything up to here was read or filtered out: the next `after`. */
  position: Position;
  /** True when nothing more was in the log. */
  atEnd: boolean;
}

export interface SubscribeOptions extends EventFilter {
  /** Exclusive. */
  after: Position;
  /** Most events in one page. */
  pageSize?: number;
  signal: AbortSignal;
}

/**
 * The log of all events. An append that resolves is durable (on disk, fsync). All methods reject with
 * an error of `event-store.errors.ts`.
 */
export interface EventStore {
  /**
   * Appends all events or none.
   * @throws WrongExpectedRevisionError, PartlyRepeatedError, AppendOutcomeUnknownError, EventStoreUnavailableError,
   * EventTooLargeError
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;
  /** Empty when the stream does not exist. */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent>;
  /** Events of all streams in commit order. */
  readAll(options: ReadAllOptions): Promise<EventPage>;
  /**
   * Pages of events in commit order, without gap or repetition, first those that are there, then new
   * ones as they come, until the signal. A page may be empty: its position then moves past events that
   * the filter left out. Survives the loss of the connection by resuming by itself.
   */
  subscribeToAll(options: SubscribeOptions): AsyncIterable<EventPage>;
  /**
   * The end of the log: every append that was answered before the call is at or before it, and every reader gets
   * to it or past it, whatever its filter. Where an engine keeps other applications' events too, it may be that of
   * one of them.
   */
  head(): Promise<Position>;
  close(): Promise<void>;
}
