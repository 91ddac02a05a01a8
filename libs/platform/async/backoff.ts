interface BackoffOptions {
  /** Milliseconds of the first wait, before any failure. Default 50. */
  firstMs?: number;
  /** Milliseconds of the longest wait. Default 5,000. */
  maxMs?: number;
}

/** Shortens a wait by up to half at random, so that callers that failed together do not retry together. */
export const jittered = (milliseconds: number): number => milliseconds * (1 - Math.random() / 2);

/** Milliseconds to wait before attempt `failures + 1`: doubled each time up to the maximum, jittered. */
export const backoff = (failures: number, { firstMs = 50, maxMs = 5_000 }: BackoffOptions = {}): number =>
  jittered(Math.min(maxMs, firstMs * 2 ** Math.min(failures, 16)));
