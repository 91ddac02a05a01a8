import { readFileSync } from 'node:fs';
import { errorCodeOf } from '#libs/platform/errors/error-code.js';

/** A process that was killed and whose parent does not collect it: in containers without an init this lasts. */
export const isZombie = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
};

/** True while a process with this id runs, whoever owns it. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCodeOf(error) !== 'EPERM') return false;
  }
  return !isZombie(pid);
};
