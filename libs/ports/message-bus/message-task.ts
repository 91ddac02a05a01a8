import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import { isOutage } from '#libs/platform/errors/is-outage.js';
import { type Cause, causeOf } from '#libs/platform/telemetry/cause.js';
import type { LaneTask } from './key-lanes.js';
import type { ConsumerGroup, Message } from './message-bus.port.js';
import { parkReason } from './park-reason.js';
import type { WaitingMessage } from './waiting-message.js';

const againAfterMs = 500;
/** Maximum milliseconds between two tries while a service behind the handler is unavailable. */
const maxOutageWaitMs = 10_000;

/** Record that is kept with a message that was given up. */
export interface ParkedFailure {
  reason: string;
  cause: Cause;
  /** Number of tries that were made. */
  attempts: number;
}

/** Store of messages whose tries are used up. Both methods may be called again for the same message. */
export interface Parking {
  park(message: Message, failure: ParkedFailure): Promise<void>;
  unpark(message: Message): Promise<void>;
}

interface Settings {
  group: ConsumerGroup;
  parking: Parking;
  /** Receives faults of a read or write that is tried again until the signal. */
  onFault: (error: unknown) => void;
}

interface Turn {
  /** Number of tries before the message was parked and given back. */
  attemptsBefore: number;
  /** Aborted to end the tries: an unfinished message is delivered again. */
  signal: AbortSignal;
  /** Called when the message was handled or parked, or is not in the log any more. */
  onDone: () => void;
}

/** Returns the key that holds the message's order; the stream where the group's own key function fails. */
export const laneKeyOf = ({ keyOf }: ConsumerGroup, message: Message): string => {
  try {
    return keyOf?.(message) ?? message.stream;
  } catch {
    return message.stream; // handling it fails for the same reason
  }
};

/** Returns the organization that a message belongs to: organizations take turns. */
export const ownerOf = ({ metadata }: Message): string => String(metadata.organizationId ?? '');

/**
 * Handles a message, again after each wait of its group, and parks it alone when its tries are used up. A try that
 * meets an outage does not count: it says nothing about the message.
 */
export const messageTask = (settings: Settings, waiting: WaitingMessage, turn: Turn): LaneTask => {
  let attempt = 1;
  let outages = 0;
  return async () => {
    if (turn.signal.aborted) return undefined;
    let message: Message | undefined;
    try {
      message = await waiting();
    } catch (error) {
      settings.onFault(error);
      return againAfterMs;
    }
    if (message === undefined) {
      turn.onDone();
      return undefined;
    }
    const outcome = await handle(settings, message, { ...turn, attempt, outages });
    if (outcome === 'done') turn.onDone();
    if (typeof outcome !== 'object') return undefined;
    if (outcome.event === 'message.delayed') outages += 1;
    else {
      attempt += 1;
      outages = 0;
    }
    return outcome.retryInMs;
  };
};

interface Again {
  event: 'message.delayed' | 'message.retried';
  retryInMs: number;
}

interface Try extends Turn {
  attempt: number;
  /** Number of outages in a row that this try has met before. */
  outages: number;
}

/** Makes one try. Done: handled, or parked. Undone: the signal came first. */
const handle = async (settings: Settings, message: Message, turn: Try): Promise<'done' | 'undone' | Again> => {
  const { group, parking } = settings;
  const { attempt, attemptsBefore, signal } = turn;
  try {
    group.keyOf?.(message);
    await group.handle({ message, attempt, signal });
  } catch (error) {
    if (signal.aborted) return 'undone';
    const attempts = attemptsBefore + attempt;
    const { id: event, type, stream } = message;
    const cause = causeOf(error);
    const facts = { group: group.name, event, type, stream, attempt: attempts, cause };
    const again = nextTry(group, error, turn);
    if (again !== undefined) {
      group.lifeCycle?.emit(again.event, { ...facts, retryInMs: again.retryInMs });
      return again;
    }
    const failure = { reason: parkReason(error, message), cause, attempts };
    const parked = await write(settings, signal, () => parking.park(message, failure));
    if (parked === 'done') group.lifeCycle?.emit('message.parked', facts);
    return parked;
  }
  return attemptsBefore === 0 ? 'done' : write(settings, signal, () => parking.unpark(message));
};

/** Returns the wait before the next try; undefined when the tries are used up. */
const nextTry = ({ retryDelays }: ConsumerGroup, error: unknown, { attempt, outages }: Try): Again | undefined => {
  if (isOutage(error)) return { event: 'message.delayed', retryInMs: backoff(outages, { maxMs: maxOutageWaitMs }) };
  const retryInMs = retryDelays[attempt - 1];
  return retryInMs === undefined ? undefined : { event: 'message.retried', retryInMs };
};

/** Repeats a write while it fails; losing the right to write, which needs the same database, ends that. */
const write = async (
  { onFault }: Settings,
  signal: AbortSignal,
  statement: () => Promise<void>,
): Promise<'done' | 'undone'> => {
  while (!signal.aborted) {
    try {
      await statement();
      return 'done';
    } catch (error) {
      onFault(error);
      await pause(againAfterMs, signal);
    }
  }
  return 'undone';
};
