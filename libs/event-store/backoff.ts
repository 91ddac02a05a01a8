const firstBackoffMs = 50;
const longestBackoffMs = 5_000;

/** Wait before attempt `failures + 1`: doubled each time, by up to half less at random. */
export const backoff = (failures: number): number =>
  Math.min(longestBackoffMs, firstBackoffMs * 2 ** Math.min(failures, 10)) * (1 - Math.random() / 2);
