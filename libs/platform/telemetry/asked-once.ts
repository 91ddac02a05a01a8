import { SingleFlight } from '#libs/platform/async/single-flight.js';

const defaultWithinMs = 700;

/**
 * Shares one query between the gauges that a page reads together. Undefined when the query fails or does not end
 * within `withinMs`: the page neither fails nor waits with it, and the next page gets a late result.
 */
export const askedOnce = <T>(ask: () => Promise<T>, withinMs = defaultWithinMs): (() => Promise<T | undefined>) => {
  const asking = new SingleFlight(() => ask().catch(() => undefined));
  return () => {
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), withinMs);
    return Promise.race([asking.run(), late]).finally(() => clearTimeout(timer));
  };
};
