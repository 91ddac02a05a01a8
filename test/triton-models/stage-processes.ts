import { existsSync, readdirSync, readFileSync } from 'node:fs';

const readStatus = (pid: string, file: 'status' | 'cmdline'): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // It has ended.
  }
};

const parentOf = (pid: string): string => /^PPid:\s+(\d+)$/m.exec(readStatus(pid, 'status'))?.[1] ?? '0';

const isBelow = (pid: string, ancestor: number): boolean => {
  for (let at = pid; at !== '0'; at = parentOf(at)) if (at === String(ancestor)) return true;
  return false;
};

/** Ids of the processes started by a server, directly or not, whose command line has the words. */
export const processesBelow = (ancestor: number, words: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readStatus(name, 'cmdline').includes(words) && isBelow(name, ancestor))
    .map(Number);

/** Whether the process exists and is no zombie. */
export const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/^State:\s+[ZX]/m.test(readStatus(String(pid), 'status'));
