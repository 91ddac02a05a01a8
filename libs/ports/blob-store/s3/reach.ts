import { setTimeout } from 'node:timers/promises';
import { isPassing, toBlobStoreError } from './s3-faults.js';
import type { S3Place } from './s3-place.js';

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Does it, again where that may help, until the place's patience is at its end. What the SDK throws comes out as an
 * error of the port.
 */
export const reach = async <T>(
  place: S3Place,
  work: () => Promise<T>,
  { signal, patienceMs = place.patienceMs }: { signal?: AbortSignal | undefined; patienceMs?: number } = {},
): Promise<T> => {
  const start = performance.now();
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      const isLast = performance.now() - start > patienceMs || signal?.aborted === true;
      if (isLast || !isPassing(error)) throw toBlobStoreError(error, place);
    }
    const pause = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs) * (0.5 + Math.random() / 2);
    // An abort shows in the next attempt.
    await setTimeout(pause, undefined, { signal }).catch(() => undefined);
  }
};
