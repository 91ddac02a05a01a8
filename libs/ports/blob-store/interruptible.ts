/**
 * Yields the same items until the signal: then it throws the signal's reason, also while the source hangs. The source
 * is asked to stop and not waited for.
 */
export async function* interruptible<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  if (signal === undefined) {
    yield* source;
    return;
  }
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => undefined);
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    iterator.return?.().catch(() => undefined);
  }
}
