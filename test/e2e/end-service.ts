import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { signalAll, untilGone } from './signals.js';

const parentOf = (pid: number): number | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
};

const processIds = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** The process and all its descendants. */
export const processTree = (pid: number): number[] => {
  const parents = new Map(processIds().map((id) => [id, parentOf(id)]));
  const tree = [pid];
  for (const id of tree) for (const [child, parent] of parents) if (parent === id) tree.push(child);
  return tree;
};

/** Process id of the service's own database. */
export const postmasterOf = (dataDir: string): number | undefined => {
  const file = join(dataDir, 'postgres/cluster/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
};

const environmentOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
};

/** All processes that have the data folder as their setting, and descendants: some overwrite their environment. */
export const processesOn = (dataDir: string): number[] => {
  const setting = `TRANSLEDGER_DATA_DIR=${dataDir}`;
  const set = processIds().filter((pid) => environmentOf(pid).split('\0').includes(setting));
  return [...new Set(set.flatMap(processTree))];
};

/** Ends the processes of a service at once, with its database, in whatever state it is, and removes its data. */
export const endService = async (dataDir: string, pids: readonly number[]): Promise<void> => {
  const postmaster = postmasterOf(dataDir);
  const databasePids = postmaster === undefined ? [] : processTree(postmaster);
  const others = pids.filter((pid) => !databasePids.includes(pid));
  signalAll(others, 'SIGKILL');
  // Killed, it would leave its shared memory to the machine.
  if (postmaster !== undefined) signalAll([postmaster], 'SIGQUIT');
  await untilGone([...others, ...databasePids]);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
};
