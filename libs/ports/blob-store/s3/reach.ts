import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import { isPassing, toBlobStoreError } from './s3-faults.js';
import type { S3Place } from './s3-place.js';

const retryWaits = { firstMs: 100, maxMs: 2_000 };

/**
 * Runs the request, again where another try may help, until the patience of the place runs out. Errors of the SDK
 * become errors of the port.
 */
export const reach = async <T>(
  place: S3Place,
  work: () => Promise<T>,
  { signal, patienceMs = place.patienceMs }: { signal?: AbortSignal | undefined; patienceMs?: number } = {},
): Promise<T> => {
  const start = performance.now();
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      const isLast = performance.now() - start > patienceMs || signal?.aborted === true;
      if (isLast || !isPassing(error)) throw toBlobStoreError(error, place);
    }
    // An abort takes effect in the next attempt.
    await pause(backoff(failures, retryWaits), signal);
  }
};
