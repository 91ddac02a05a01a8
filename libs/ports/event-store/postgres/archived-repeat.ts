import type { AppendRequest } from '../append-request.js';
import { PartlyRepeatedError, WrongExpectedRevisionError } from '../event-store.errors.js';
import type { AppendResult, EventStore } from '../event-store.port.js';
import { noStream } from './append-function.js';

/**
 * The outcome of an append whose expected revision is before the end of the stream, found by reading what is there: it wrote nothing, and
 * what is there does not change any more.
 * @throws WrongExpectedRevisionError, PartlyRepeatedError, EventStoreUnavailableError
 */
export const outcomeByReading = async (
  log: Pick<EventStore, 'readStream'>,
  { stream, expected, events }: AppendRequest,
  actual: number,
): Promise<AppendResult> => {
  const from = (expected === 'no-stream' ? noStream : expected) + 1;
  const known: string[] = [];
  let result: AppendResult | undefined;
  for await (const { id, revision, position } of log.readStream(stream, { from, limit: events.length })) {
    if (events[known.length]?.id !== id) break;
    known.push(id);
    result = { revision, position, repeated: true };
  }
  if (result === undefined) throw new WrongExpectedRevisionError(stream, expected, actual);
  if (known.length < events.length) throw new PartlyRepeatedError(stream, known, result.position);
  return result;
};
