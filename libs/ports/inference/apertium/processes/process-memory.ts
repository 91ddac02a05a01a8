import { readFile } from 'node:fs/promises';

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
