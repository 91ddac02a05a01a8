interface BackoffOptions {
  /** Milliseconds after no failure yet. Default 50. */
  firstMs?: number;
  /** Milliseconds that the wait grows to. Default 5,000. */
  maxMs?: number;
}

/** A wait shortened by up to half at random, so that those who failed together do not come back together. */
export const jittered = (milliseconds: number): number => milliseconds * (1 - Math.random() / 2);

/** Milliseconds to wait before attempt `failures + 1`: doubled each time up to the maximum, jittered. */
export const backoff = (failures: number, { firstMs = 50, maxMs = 5_000 }: BackoffOptions = {}): number =>
  jittered(Math.min(maxMs, firstMs * 2 ** Math.min(failures, 16)));
