import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '#libs/platform/process/process-liveness.js';

/** Sends the signal to each process that still runs. */
export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended already.
    }
  }
};

export const untilGone = async (pids: readonly number[]): Promise<void> => {
  while (pids.some(isAlive)) await sleep(10);
};
