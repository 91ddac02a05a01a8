import { readdir, readFile } from 'node:fs/promises';

const residentKibibytes = async (pid: number): Promise<number> => {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0; // it has ended, or there is no /proc
  }
};

/** Sums the resident memory of processes in bytes, shared pages counted for each; 0 on a system without /proc. */
export const residentBytes = async (pids: readonly number[]): Promise<number> => {
  const sizes = await Promise.all(pids.map(residentKibibytes));
  return sizes.reduce((sum, size) => sum + size, 0) * 1_024;
};

const groupOf = async (pid: number): Promise<number | undefined> => {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  } catch {
    return undefined; // it has ended
  }
};

/** The processes of a process group; none on a system without /proc. */
export const processesOfGroup = async (group: number): Promise<number[]> => {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.map(Number).filter(Number.isInteger);
  const groups = await Promise.all(pids.map(groupOf));
  return pids.filter((_pid, place) => groups[place] === group);
};
