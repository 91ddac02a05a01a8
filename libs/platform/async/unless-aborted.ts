import { untilAborted } from './until-aborted.js';

/** Settles as the promise does, or resolves with undefined once the signal aborts. */
export const unlessAborted = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> => {
  try {
    return await untilAborted(promise, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
};
