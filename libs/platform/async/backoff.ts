const firstMs = 50;

/** Milliseconds to wait before attempt `failures + 1`: doubled each time up to the longest, by up to half less at random. */
export const backoff = (failures: number, longestMs = 5_000): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(failures, 16)) * (1 - Math.random() / 2);
