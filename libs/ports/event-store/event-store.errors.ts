import type { Position } from './position.js';

/** A failed append or read; `kind` says what it means for the caller, and tells errors apart across module copies. */
export abstract class EventStoreError extends Error {
  abstract readonly kind:
    | 'wrong-expected-revision'
    | 'outcome-unknown'
    | 'unavailable'
    | 'event-too-large'
    | 'history-changed'
    | 'partly-repeated';
}

/** A conflict: another caller appended first. Nothing was written; load again and decide again. */
export class WrongExpectedRevisionError extends EventStoreError {
  override readonly name = 'WrongExpectedRevisionError';
  readonly kind = 'wrong-expected-revision';
  constructor(
    readonly stream: string,
    readonly expected: number | 'no-stream',
    /** `undefined` when the stream does not exist. */
    readonly actual: number | undefined,
  ) {
    super(`Stream ${stream} is at ${actual ?? 'no revision'}, expected ${expected}`);
  }
}

/** The connection broke between request and response. Repeat with the same ids and expected revision. */
export class AppendOutcomeUnknownError extends EventStoreError {
  readonly retryable = true;
  override readonly name = 'AppendOutcomeUnknownError';
  readonly kind = 'outcome-unknown';
}

/** The store cannot be reached; nothing was written. */
export class EventStoreUnavailableError extends EventStoreError {
  readonly retryable = true;
  override readonly name = 'EventStoreUnavailableError';
  readonly kind = 'unavailable';
}

/** The refusal of a call while the store is known to be away. */
export const eventStoreAway = (): EventStoreUnavailableError =>
  new EventStoreUnavailableError('The event store is away and is not asked');

/** The append is larger than 1 MiB, the limit on every engine. */
export class EventTooLargeError extends EventStoreError {
  override readonly name = 'EventTooLargeError';
  readonly kind = 'event-too-large';
}

/** The last events that a process has read of a log, and which of them the log does not hold any more. */
export interface LostEvents {
  read: number;
  lost: number;
  /** Positions of the first and the last lost one; null when none is. */
  first: Position | null;
  last: Position | null;
}

const lossOf = (events: LostEvents | undefined): string => {
  if (events === undefined) return 'its end may have been lost';
  const { read, lost, first, last } = events;
  if (lost === 0) return `it still holds the last ${read} events that were read here`;
  return `of the last ${read} events that were read here ${lost} are lost, at positions ${first} to ${last}`;
};

/**
 * Another server answers than the one that was read before: a standby that took over, or a copy that was restored. The
 * end of what was read may be lost, and its positions given to other events.
 */
export class LogHistoryChangedError extends EventStoreError {
  override readonly name = 'LogHistoryChangedError';
  /** Its message is of timelines, numbers and positions alone, and stands in logs as it is (`PlainError`). */
  readonly isPlain = true;
  readonly kind = 'history-changed';
  constructor(
    readonly before: string,
    readonly now: string,
    /** Undefined where nobody has compared what was read with what is there. */
    readonly events?: LostEvents,
  ) {
    super(`The event log goes on in another history (timeline ${now}, before ${before}): ${lossOf(events)}`);
  }
}

/**
 * The first of the events are in the stream already, right behind the expected revision, but those after them
 * are not: the append is neither new nor a repeat. Nothing was written.
 */
export class PartlyRepeatedError extends EventStoreError {
  override readonly name = 'PartlyRepeatedError';
  readonly kind = 'partly-repeated';
  constructor(
    readonly stream: string,
    /** Ids of the events that are there, in order. */
    readonly knownIds: readonly string[],
    /** Position of the last of them. */
    readonly position: Position,
  ) {
    super(`The first ${knownIds.length} of the events appended to ${stream} are there already, without the others`);
  }
}
