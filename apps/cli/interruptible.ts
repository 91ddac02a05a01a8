/** Runs work that a signal ends in good order; `left` says what is left of it. */
export const interruptible = async <T>(
  work: (signal: AbortSignal) => Promise<T>,
  left = 'nothing is left of it',
): Promise<T> => {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => interruption.abort(new Error(`Broken off by ${signal}; ${left}.`)));
  return work(interruption.signal);
};
