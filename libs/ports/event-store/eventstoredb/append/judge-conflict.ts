import { setTimeout as sleep } from 'node:timers/promises';
import type { ResolvedEvent } from '@eventstore/db-client';
import { backoff } from '#libs/platform/async/backoff.js';
import type { AppendRequest } from '../../append-request.js';
import {
  AppendOutcomeUnknownError,
  EventStoreUnavailableError,
  PartlyRepeatedError,
  WrongExpectedRevisionError,
} from '../../event-store.errors.js';
import type { AppendResult } from '../../event-store.port.js';
import { type Position, START } from '../../position.js';
import { describeFault, isRefusal } from '../connection/client-faults.js';
import { positionOf } from '../log/recorded-events.js';

/** Reads at most `limit` events of the stream, from the revision on. */
export type ReadSlots = (from: number, limit: number) => AsyncIterable<ResolvedEvent>;

interface Slots {
  /** Ids of the events that are at their slots, in order, up to the first that is not. */
  knownIds: string[];
  /** Position of the last of them. */
  position: Position;
  /** Whether another event is behind them. */
  isOtherNext: boolean;
}

const patienceMs = 2_000;
const maxWaitMs = 200;

const compare = async ({ events }: AppendRequest, from: number, read: ReadSlots): Promise<Slots> => {
  const slots: Slots = { knownIds: [], position: START, isOtherNext: false };
  for await (const slot of read(from, events.length)) {
    const place = slots.knownIds.length;
    const id = events[place]?.id;
    if (id === undefined || slot.event?.id !== id || Number(slot.event.revision) !== from + place) {
      return { ...slots, isOtherNext: true };
    }
    slots.knownIds.push(id);
    slots.position = positionOf(slot);
  }
  return slots;
};

/**
 * Finds out what a wrong expected version means. The server answers so to another writer's append, to a copy of an
 * append whose first events alone are there, and to a copy that came while the first was being indexed: in a moment
 * all its events are at their slots, and then it is a repeat, and this resolves to where its last event is. Until as many events
 * are seen as the stream is said to have, the slots are read again.
 * @throws WrongExpectedRevisionError, PartlyRepeatedError; AppendOutcomeUnknownError when the slots cannot be read,
 * EventStoreUnavailableError when they may not be
 */
export const judgeConflict = async (
  request: AppendRequest,
  actual: number | undefined,
  read: ReadSlots,
): Promise<Pick<AppendResult, 'revision' | 'position'>> => {
  const { stream, expected, events } = request;
  const before = expected === 'no-stream' ? -1 : expected;
  const conflict = new WrongExpectedRevisionError(stream, expected, actual);
  const last = actual ?? -1;
  if (last < before) throw conflict;
  // Where the stream is said to be just as it was expected, only a copy that is being indexed explains the refusal.
  const taken = last === before ? events.length : Math.min(last - before, events.length);
  const giveUpAt = performance.now() + patienceMs;
  for (let reads = 0; ; reads += 1) {
    const { knownIds, position, isOtherNext } = await compare(request, before + 1, read).catch((error: unknown) => {
      const message = `The append cannot be told from a repeat: ${describeFault(error)}`;
      // The append wrote nothing: a repetition would be refused too, until the account may read.
      if (isRefusal(error)) throw new EventStoreUnavailableError(message, { cause: error });
      throw new AppendOutcomeUnknownError(message);
    });
    if (knownIds.length === events.length) return { revision: before + events.length, position };
    if (isOtherNext || knownIds.length >= taken) {
      throw knownIds.length === 0 ? conflict : new PartlyRepeatedError(stream, knownIds, position);
    }
    if (performance.now() > giveUpAt) {
      throw new AppendOutcomeUnknownError('The append was refused for events that the server does not show');
    }
    await sleep(backoff(reads, { firstMs: 5, maxMs: maxWaitMs }));
  }
};
