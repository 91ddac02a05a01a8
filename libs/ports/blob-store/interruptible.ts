import { untilAborted } from '#libs/platform/async/until-aborted.js';

/**
 * Yields the same items until the signal: then it throws the signal's reason, also while the source hangs. The source
 * is asked to stop and not waited for. Items that were passed on are not kept.
 */
export async function* interruptible<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  if (signal === undefined) {
    yield* source;
    return;
  }
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await untilAborted(iterator.next(), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    iterator.return?.().catch(() => undefined);
  }
}
