/** Maximum timeout of a job in milliseconds: pg-boss keeps none active for more than a day. */
export const maxTimeoutMs = 23 * 60 * 60_000;

/** Throws a `RangeError` where a job would get more time than every engine can give it. */
export const assertTimeout = (timeoutMs: number): void => {
  if (timeoutMs > maxTimeoutMs) throw new RangeError(`A job's time-out is at most ${maxTimeoutMs} ms`);
};
