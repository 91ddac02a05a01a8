import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { CommandError } from '../command-error.js';

/** Places of state and start behind the name in `/proc/PID/stat`. */
const stateField = 0;
const startField = 19;
const ended: readonly unknown[] = ['Z', 'X', undefined];

const statOf = (pid: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
};

/** When a process was started, as Linux counts; undefined of one that has ended, also where nobody has taken note of that. */
const startOf = (pid: string): string | undefined => {
  const stat = statOf(pid) ?? '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ended.includes(fields[stateField]) ? undefined : fields[startField];
};

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** The mark of this process in its locks: a number alone is given again to others, after a restart of a container to the same program. */
export const processMark = (): string => `${process.pid} ${startOf('self') ?? ''}`;

/** Whether the process that has written a mark still runs. */
const isHeld = (mark: string): boolean => {
  const [pid = '', start = ''] = mark.split(' ');
  if (!Number.isInteger(Number(pid)) || Number(pid) <= 0) return false;
  if (startOf('self') !== undefined) return start !== '' && startOf(pid) === start;
  return Number(pid) !== process.pid && isThere(Number(pid));
};

/** Takes a lock, which a process that has ended holds no more. @throws CommandError while another has it */
export const takeLock = async (file: string, isRetry = false): Promise<void> => {
  try {
    await writeFile(file, processMark(), { flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const mark = await readFile(file, 'utf8').catch(() => '');
    if (isRetry || isHeld(mark))
      throw new CommandError(
        'input',
        `Another run translates to the same place (process ${mark.split(' ')[0]}).`,
        `If it does not, remove ${file}`,
      );
    await rm(file, { force: true });
    await takeLock(file, true);
  }
};
