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

/** The append is larger than 1 MiB, the limit on every engine. */
export class EventTooLargeError extends EventStoreError {
  override readonly name = 'EventTooLargeError';
  readonly kind = 'event-too-large';
}

/**
 * Another server answers than the one that was read before: a standby that took over, or a copy that was restored. The
 * end of what was read may be lost, and its positions given to other events.
 */
export class LogHistoryChangedError extends EventStoreError {
  override readonly name = 'LogHistoryChangedError';
  readonly kind = 'history-changed';
  constructor(before: string, now: string) {
    super(`The event log goes on in another history (timeline ${now}, before ${before}): its end may have been lost`);
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
