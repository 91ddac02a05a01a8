/** Runs work that a signal ends in good order: what it has written so far is removed. */
export const interruptible = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => interruption.abort(new Error(`Broken off by ${signal}; nothing is left of it.`)));
  return work(interruption.signal);
};
