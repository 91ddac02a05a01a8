import type { EndedTry } from './life-cycle/life-cycle.events.js';

/** Runs one try and reports its duration and its result. Rejects as the work does. */
export const timedWork = async (
  signal: AbortSignal,
  onEnded: (ended: EndedTry) => void,
  work: () => Promise<void>,
): Promise<void> => {
  const since = performance.now();
  const ended = (result: EndedTry['result']) => onEnded({ result, seconds: (performance.now() - since) / 1_000 });
  try {
    await work();
    ended('done');
  } catch (error) {
    ended(signal.aborted ? 'given_up' : 'failed');
    throw error;
  }
};
