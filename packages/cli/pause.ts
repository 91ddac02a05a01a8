import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after these milliseconds; rejects with the reason of a signal that is aborted before. */
export const pauseFor = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw signal.reason;
  }
};
