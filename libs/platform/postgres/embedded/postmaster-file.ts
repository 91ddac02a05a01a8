import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '#libs/platform/process/process-liveness.js';

export interface Postmaster {
  pid: number;
  port: number;
  /** False while the server starts up, recovers or shuts down. */
  ready: boolean;
}

const fileOf = (clusterDir: string): string => join(clusterDir, 'postmaster.pid');

const linesOf = (clusterDir: string): string[] | undefined => {
  try {
    return readFileSync(fileOf(clusterDir), 'utf8').split('\n');
  } catch {
    return undefined;
  }
};

const isSameFolder = (one: string, other: string): boolean => {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
};

/**
 * Whether the process is a server on the cluster: the id of one that was killed may be that of any other process by now.
 * True where the system has no `/proc` that would tell.
 */
const isServerOn = (clusterDir: string, pid: number): boolean => {
  let args: string[];
  try {
    args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return true;
  }
  return isSameFolder(args[args.indexOf('-D') + 1] ?? '', clusterDir);
};

/**
 * Removes the file of a server that has ended, where PostgreSQL would take it for a running one and not start: its process
 * is a zombie, or its id that of another process.
 */
export const removeStaleFile = (clusterDir: string): void => {
  if (runningPostmaster(clusterDir) === undefined) rmSync(fileOf(clusterDir), { force: true });
};

/**
 * The server that runs on a cluster, as its `postmaster.pid` says (pid, folder, start, port, socket
 * folder, address, shared memory, status: a line each). Undefined when none is alive.
 */
export const runningPostmaster = (clusterDir: string): Postmaster | undefined => {
  const lines = linesOf(clusterDir);
  if (lines === undefined) return undefined;
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid) || !isServerOn(clusterDir, pid)) return undefined;
  return { pid, port, ready: Number.isInteger(port) && port > 0 && lines[7]?.trim() === 'ready' };
};
