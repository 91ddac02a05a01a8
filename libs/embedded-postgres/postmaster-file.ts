import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './process-liveness.js';

export interface Postmaster {
  pid: number;
  port: number;
  /** False while it starts up, recovers or shuts down. */
  ready: boolean;
}

/**
 * The server that runs on a cluster, as its `postmaster.pid` says (pid, folder, start, port, socket
 * folder, address, shared memory, status: a line each). Undefined when there is none that lives.
 */
export const runningPostmaster = (clusterDir: string): Postmaster | undefined => {
  let lines: string[];
  try {
    lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  return { pid, port, ready: Number.isInteger(port) && port > 0 && lines[7]?.trim() === 'ready' };
};
