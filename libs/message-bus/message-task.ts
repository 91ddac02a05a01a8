import { setTimeout as sleep } from 'node:timers/promises';
import type { LaneTask } from './key-lanes.js';
import type { ConsumerGroup, Message } from './message-bus.port.js';
import { parkReason } from './park-reason.js';

const writeAgainAfterMs = 500;

/** Where messages go whose tries are used up. Both may be called again for the same message. */
export interface Parking {
  park(message: Message, reason: string, attempts: number): Promise<void>;
  unpark(message: Message): Promise<void>;
}

interface Settings {
  group: ConsumerGroup;
  parking: Parking;
  /** Told of a write that failed; it is tried again until the signal. */
  onWriteFailed: (error: unknown) => void;
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

/** Handles a message, again after each wait of its group, and parks it alone when they are used up. */
export const messageTask = (settings: Settings, message: Message, turn: Turn): LaneTask => {
  let attempt = 0;
  return async () => {
    if (turn.signal.aborted) return undefined;
    attempt += 1;
    const outcome = await handle(settings, message, attempt, turn);
    if (outcome === 'done') turn.onDone();
    return typeof outcome === 'number' ? outcome : undefined;
  };
};

/** Done: handled, or parked. Undone: the signal came first. Else the wait before the next try. */
const handle = async (
  settings: Settings,
  message: Message,
  attempt: number,
  { attemptsBefore, signal }: Turn,
): Promise<'done' | 'undone' | number> => {
  const { group, parking } = settings;
  try {
    group.keyOf?.(message);
    await group.handle({ message, attempt, signal });
  } catch (error) {
    if (signal.aborted) return 'undone';
    const wait = group.retryDelays[attempt - 1];
    if (wait !== undefined) return wait;
    const reason = parkReason(error, message);
    return write(settings, signal, () => parking.park(message, reason, attemptsBefore + attempt));
  }
  return attemptsBefore === 0 ? 'done' : write(settings, signal, () => parking.unpark(message));
};

/** Again and again while it cannot be written; losing the right to write, which needs the same, ends that. */
const write = async (
  { onWriteFailed }: Settings,
  signal: AbortSignal,
  statement: () => Promise<void>,
): Promise<'done' | 'undone'> => {
  while (!signal.aborted) {
    try {
      await statement();
      return 'done';
    } catch (error) {
      onWriteFailed(error);
      await sleep(writeAgainAfterMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return 'undone';
};
