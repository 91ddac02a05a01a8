import type { JsonObject } from '#libs/event-store/event-store.port.js';
import type { QueueDefinition } from '../job-queue.port.js';

/** Milliseconds until the try after `attempt`, which failed; `undefined` when it was the last. `random`: [0, 1). */
export const delayAfter = <T extends JsonObject>(
  { retryDelays, jitter = 0 }: Pick<QueueDefinition<T>, 'retryDelays' | 'jitter'>,
  attempt: number,
  random: () => number,
): number | undefined => {
  const delay = retryDelays[attempt - 1];
  return delay === undefined ? undefined : delay * (1 + jitter * (random() * 2 - 1));
};
