import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '#libs/platform/process/process-liveness.js';

/** To each that is still there. */
export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has gone already.
    }
  }
};

export const untilGone = async (pids: readonly number[]): Promise<void> => {
  while (pids.some(isAlive)) await sleep(10);
};
