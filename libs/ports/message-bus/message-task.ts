import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import { isOutage } from '#libs/platform/errors/is-outage.js';
import type { LaneTask } from './key-lanes.js';
import type { ConsumerGroup, Message } from './message-bus.port.js';
import { parkReason } from './park-reason.js';

const writeAgainAfterMs = 500;
/** While something behind the handler is away. */
const longestOutageWaitMs = 10_000;

/** Where messages go whose tries are used up. Both may be called again for the same message. */
export interface Parking {
  park(message: Message, reason: string, attempts: number): Promise<void>;
  unpark(message: Message): Promise<void>;
}

interface Settings {
  group: ConsumerGroup;
  parking: Parking;
  /** Told of what failed and is tried again until the signal: a write, or a message that met an outage. */
  onFault: (error: unknown) => void;
}

interface Turn {
  /** Tries before the message was parked and given back. */
  attemptsBefore: number;
  /** Ends the tries: what is unfinished then is delivered again. */
  signal: AbortSignal;
  /** Called when the message was handled or parked. */
  onDone: () => void;
}

/** The key that holds the message's order; the stream where the group's own cannot be had. */
export const laneKeyOf = ({ keyOf }: ConsumerGroup, message: Message): string => {
  try {
    return keyOf?.(message) ?? message.stream;
  } catch {
    return message.stream; // handling it fails for the same reason
  }
};

/**
 * Handles a message, again after each wait of its group, and parks it alone when they are used up. A try that meets
 * an outage does not count: it says nothing of the message.
 */
export const messageTask = (settings: Settings, message: Message, turn: Turn): LaneTask => {
  let attempt = 1;
  let outages = 0;
  return async () => {
    if (turn.signal.aborted) return undefined;
    const outcome = await handle(settings, message, attempt, turn);
    if (outcome === 'done') turn.onDone();
    if (outcome === 'outage') return backoff(outages++, { maxMs: longestOutageWaitMs });
    attempt += 1;
    outages = 0;
    return typeof outcome === 'number' ? outcome : undefined;
  };
};

/** Done: handled, or parked. Undone: the signal came first. Else the wait in milliseconds before the next try. */
const handle = async (
  settings: Settings,
  message: Message,
  attempt: number,
  { attemptsBefore, signal }: Turn,
): Promise<'done' | 'undone' | 'outage' | number> => {
  const { group, parking } = settings;
  try {
    group.keyOf?.(message);
    await group.handle({ message, attempt, signal });
  } catch (error) {
    if (signal.aborted) return 'undone';
    if (isOutage(error)) {
      settings.onFault(error);
      return 'outage';
    }
    const wait = group.retryDelays[attempt - 1];
    if (wait !== undefined) return wait;
    const reason = parkReason(error, message);
    return write(settings, signal, () => parking.park(message, reason, attemptsBefore + attempt));
  }
  return attemptsBefore === 0 ? 'done' : write(settings, signal, () => parking.unpark(message));
};

/** Again and again while it cannot be written; losing the right to write, which needs the same, ends that. */
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
      await pause(writeAgainAfterMs, signal);
    }
  }
  return 'undone';
};
