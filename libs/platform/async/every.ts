import { pause } from './pause.js';

interface EveryOptions {
  signal: AbortSignal;
  /** Called with the error of a failed turn; the next turn comes all the same. */
  onFault: (error: unknown) => void;
}

/** Repeats the work, each time after a pause, until the signal aborts. */
export const every = async (
  intervalMs: number,
  { signal, onFault }: EveryOptions,
  work: () => Promise<void>,
): Promise<void> => {
  while (!signal.aborted) {
    await pause(intervalMs, signal);
    if (!signal.aborted) await work().catch(onFault);
  }
};
