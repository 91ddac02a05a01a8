/**
 * What several gauges of a page ask at the same time is asked once. Undefined when it cannot be told just then: the
 * page does not fail with it.
 */
export const askedOnce = <T>(ask: () => Promise<T>): (() => Promise<T | undefined>) => {
  let asking: Promise<T | undefined> | undefined;
  return () => {
    asking ??= ask()
      .catch(() => undefined)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
};
