import { spawn } from 'node:child_process';
import { fchmodSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#libs/platform/process/free-port.js';
import { type Cluster, clusterDirectory, clusterPassword, openCluster } from './cluster.js';
import { databaseUrl, ensureDatabase } from './own-database.js';
import { postgresProgram } from './postgres-programs.js';
import { type Postmaster, removeStaleFile, runningPostmaster } from './postmaster-file.js';

export interface EmbeddedPostgres {
  /** `postgresql://…` of the database `transledger`. */
  url: string;
  /** Resolves when the server has ended; rejects if it will not end. */
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;

/**
 * One machine, one owner, no replicas. The log has what a backup of the running server needs. Durability is left alone:
 * `fsync` and `synchronous_commit` stay on.
 */
const defaults: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_level: 'replica',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  // What is removed from the log is removed: a segment that is used again would keep destroyed keys.
  wal_recycle: 'off',
  jit: 'off',
  log_checkpoints: 'off',
  // Statements and details of errors have values of callers, which no log has.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const waitUntil = async <T>(timeoutMs: number, what: string, look: () => T | undefined): Promise<T> => {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`PostgreSQL did not ${what} within ${timeoutMs / 1000} s`);
    await sleep(20);
  }
};

/** A file that its owner alone reads, emptied; one of an earlier release may be readable by all. */
const openOwn = (path: string): number => {
  const file = openSync(path, 'w', 0o600);
  fchmodSync(file, 0o600);
  return file;
};

const startServer = async (cluster: Cluster, settings: Record<string, string>, port: number): Promise<Postmaster> => {
  removeStaleFile(cluster.directory);
  const flags = Object.entries({ ...defaults, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const folder = dirname(cluster.directory);
  const { command, args, options } = postgresProgram(
    'postgres',
    ['-D', cluster.directory, '-p', String(port), ...flags],
    folder,
    cluster.account,
  );
  const logFile = join(folder, 'postgres.log');
  // Its own session: Ctrl-C in a terminal must not stop it before the processes that still write to it. A log
  // file instead of a pipe: it outlives a service that is killed and is taken over by the next.
  const server = spawn(command, args, {
    ...options,
    detached: true,
    stdio: ['ignore', 'ignore', openOwn(logFile)],
  });
  let failure: string | undefined;
  server.once('error', (error) => {
    failure = error.message;
  });
  server.once('exit', (code, signal) => {
    failure = `it ended with ${signal ?? code}; see ${logFile}`;
  });
  server.unref();
  return waitUntil(startTimeoutMs, 'start', () => {
    if (failure !== undefined) throw new Error(`PostgreSQL did not start: ${failure}`);
    const running = runningPostmaster(cluster.directory);
    return running?.ready && running.port === port ? running : undefined;
  });
};

/**
 * Starts the PostgreSQL that npm brings, with its cluster in `folder`, on a free loopback port unless one is given. Makes the
 * cluster when there is none. A server left running by a service that was killed is taken over as it is.
 */
export const startEmbeddedPostgres = async (
  folder: string,
  settings: Record<string, string> = {},
  port?: number,
): Promise<EmbeddedPostgres> => {
  const cluster = await openCluster(folder);
  const left = runningPostmaster(cluster.directory);
  const server =
    left === undefined
      ? await startServer(cluster, settings, port ?? (await freePort()))
      : await waitUntil(startTimeoutMs, 'become ready', () => {
          const running = runningPostmaster(cluster.directory);
          return running?.ready ? running : undefined;
        });
  await ensureDatabase(server.port, cluster.password);
  return { url: databaseUrl(server.port, cluster.password), stop: () => stopServer(cluster.directory, server.pid) };
};

/** Stops the server by a fast shutdown: sessions are ended, everything committed is on disk. */
const stopServer = async (clusterDir: string, pid: number): Promise<void> => {
  if (runningPostmaster(clusterDir)?.pid !== pid) return;
  process.kill(pid, 'SIGINT');
  await waitUntil(stopTimeoutMs, 'stop', () => (runningPostmaster(clusterDir)?.pid === pid ? undefined : true));
};

/** URL of the server that runs on `folder`; undefined when none does. */
export const embeddedPostgresUrl = async (folder: string): Promise<string | undefined> => {
  const running = runningPostmaster(clusterDirectory(folder));
  const password = await clusterPassword(folder);
  return running?.ready && password !== undefined ? databaseUrl(running.port, password) : undefined;
};
