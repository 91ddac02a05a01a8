import { readdirSync, readFileSync } from 'node:fs';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';

/**
 * Whether a process has ended and was not reaped by its parent: in containers without an init this lasts. Its first thread
 * may have ended before others, which hold its files and ports until they have too.
 */
const isZombie = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const hasEnded = stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
    return hasEnded && readdirSync(`/proc/${pid}/task`).length <= 1;
  } catch {
    return false;
  }
};

/** Whether a process with this id runs, under any owner. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCodeOf(error) !== 'EPERM') return false;
  }
  return !isZombie(pid);
};
