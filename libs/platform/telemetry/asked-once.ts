import { SingleFlight } from '#libs/platform/async/single-flight.js';

const defaultWithinMs = 700;

/**
 * What several gauges of a page ask at the same time is asked once. Undefined when it cannot be told just then or not
 * within `withinMs`: the page neither fails nor waits with it, and the next one gets the answer if it is still to come.
 */
export const askedOnce = <T>(ask: () => Promise<T>, withinMs = defaultWithinMs): (() => Promise<T | undefined>) => {
  const asking = new SingleFlight(() => ask().catch(() => undefined));
  return () => {
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), withinMs);
    return Promise.race([asking.run(), late]).finally(() => clearTimeout(timer));
  };
};
