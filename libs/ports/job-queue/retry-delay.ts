export interface RetrySchedule {
  /** Milliseconds to wait before the second, third … try. */
  retryDelays: readonly number[];
  /** Fraction by which each wait is spread in both directions. */
  jitter?: number;
}

/** Milliseconds until the try after the given one (counted from 1); `undefined` when there is none. */
export const retryDelayAfter = (
  attempt: number,
  { retryDelays, jitter = 0 }: RetrySchedule,
  random: () => number = Math.random,
): number | undefined => {
  const delay = retryDelays[attempt - 1];
  return delay === undefined ? undefined : delay * (1 + jitter * (2 * random() - 1));
};
