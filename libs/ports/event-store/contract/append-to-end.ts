import { AppendOutcomeUnknownError, WrongExpectedRevisionError } from '../event-store.errors.js';
import type { AppendResult, EventStore, ExpectedRevision, NewEvent } from '../event-store.port.js';

type Appending = Pick<EventStore, 'append'>;

/** Appends behind whatever is in the stream, however often others are quicker. */
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

/** Appends, again with the same ids and revision where the outcome is not known. */
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
