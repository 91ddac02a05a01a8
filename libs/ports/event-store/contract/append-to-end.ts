import { AppendOutcomeUnknownError, WrongExpectedRevisionError } from '../event-store.errors.js';
import type { AppendResult, EventStore, ExpectedRevision, NewEvent } from '../event-store.port.js';

type Appending = Pick<EventStore, 'append'>;

/** Appends at the end of the stream, however often other writers are quicker. */
export const appendToEnd = async (
  store: Appending,
  stream: string,
  events: readonly NewEvent[],
  guess: ExpectedRevision = 'no-stream',
): Promise<AppendResult> => {
  let expected = guess;
  for (;;) {
    try {
      return await store.append(stream, events, expected);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevisionError)) throw error;
      expected = error.actual ?? 'no-stream';
    }
  }
};

/** Appends, and repeats with the same ids and revision while the outcome is unknown. */
export const appendCertainly = async (
  store: Appending,
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): Promise<AppendResult> => {
  for (;;) {
    try {
      return await store.append(stream, events, expected);
    } catch (error) {
      if (!(error instanceof AppendOutcomeUnknownError)) throw error;
    }
  }
};
