/** Milliseconds that handlers may take to obey their signal before they are left behind. */
const patienceMs = 5_000;

/** Settles the same as the work; rejects some seconds after the signal when the work ignores it. */
export const rejectIfAbortIgnored = async <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> => {
  const { promise: abandoned, reject } = Promise.withResolvers<never>();
  let patience: NodeJS.Timeout | undefined;
  const onAbort = () => {
    patience = setTimeout(() => reject(signal.reason), patienceMs).unref();
  };
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, abandoned]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(patience);
  }
};
