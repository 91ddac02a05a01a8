import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, isZombie } from '#libs/platform/process/process-liveness.js';

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

/** Removes the file of a zombie: PostgreSQL takes it for a running server and would not start. */
export const removeZombieFile = (clusterDir: string): void => {
  const pid = Number(linesOf(clusterDir)?.[0]);
  if (pid > 0 && isZombie(pid)) rmSync(fileOf(clusterDir), { force: true });
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
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  return { pid, port, ready: Number.isInteger(port) && port > 0 && lines[7]?.trim() === 'ready' };
};
