import { readFileSync } from 'node:fs';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';

/** Whether a process was killed and not reaped by its parent: in containers without an init this lasts. */
export const isZombie = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
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
