import type { QueryArrayConfig } from 'pg';
import { numberArray, textArray, uuidArray } from '#libs/platform/postgres/binary-array.js';
import type { AppendOutcome } from '../append-batcher.js';
import type { AppendRequest, EncodedEvent } from '../append-request.js';
import { EventStoreError, PartlyRepeatedError, WrongExpectedRevisionError } from '../event-store.errors.js';
import { noStream, outcomeCodes } from './append-function.js';
import { toPosition } from './postgres-position.js';

/** The outcome that `event_store.append` returns for a request, bigints as PostgreSQL writes them. */
export type OutcomeRow = [outcome: number, revision: string, position: string, knownIds: string | null];

/** The statement that writes a batch in one round trip. */
export const appendStatement = (requests: readonly AppendRequest[], notify: boolean): QueryArrayConfig => {
  const slots = new Map<string, number>();
  const events: EncodedEvent[] = [];
  const eventRequests: number[] = [];
  requests.forEach((request, place) => {
    if (!slots.has(request.stream)) slots.set(request.stream, slots.size + 1);
    for (const event of request.events) {
      events.push(event);
      eventRequests.push(place + 1);
    }
  });
  return {
    name: 'event_store_append',
    text: 'select outcome, revision, position, known_ids from event_store.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    rowMode: 'array',
    values: [
      textArray('text', [...slots.keys()]),
      numberArray(
        'int',
        requests.map(({ stream }) => slots.get(stream) ?? 0),
      ),
      numberArray(
        'bigint',
        requests.map(({ expected }) => (expected === 'no-stream' ? noStream : expected)),
      ),
      numberArray(
        'int',
        requests.map((request) => request.events.length),
      ),
      numberArray('int', eventRequests),
      uuidArray(events.map(({ id }) => id)),
      textArray(
        'text',
        events.map(({ type }) => type),
      ),
      numberArray(
        'smallint',
        events.map(({ version }) => version),
      ),
      textArray(
        'json',
        events.map(({ data }) => data),
      ),
      textArray(
        'json',
        events.map(({ metadata }) => metadata),
      ),
      notify,
    ],
  };
};

/** The events right behind the expected revision are archived: whether this append repeats them is found out there. */
export class BehindArchiveError extends EventStoreError {
  override readonly name = 'BehindArchiveError';
  readonly kind = 'unavailable';
  constructor(
    /** Revision of the last event of the stream. */
    readonly actual: number,
  ) {
    super('The events that this append may repeat are archived');
  }
}

const toOutcome = (request: AppendRequest, [outcome, revision, position, knownIds]: OutcomeRow): AppendOutcome => {
  switch (outcome) {
    case outcomeCodes.wrongRevision: {
      const actual = Number(revision);
      return new WrongExpectedRevisionError(request.stream, request.expected, actual < 0 ? undefined : actual);
    }
    case outcomeCodes.archived:
      return new BehindArchiveError(Number(revision));
    case outcomeCodes.partlyRepeated:
      return new PartlyRepeatedError(request.stream, knownIds?.split(',') ?? [], toPosition(position));
    default:
      return {
        revision: Number(revision),
        position: toPosition(position),
        repeated: outcome === outcomeCodes.repeated,
      };
  }
};

export const toOutcomes = (requests: readonly AppendRequest[], rows: readonly OutcomeRow[]): AppendOutcome[] =>
  requests.map((request, place) => {
    const row = rows[place];
    if (row === undefined) throw new Error('event_store.append left a request without an answer');
    return toOutcome(request, row);
  });
