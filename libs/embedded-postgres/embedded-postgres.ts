import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type PostgresAccount, postgresAccount } from './postgres-account.js';
import { postgresProgram } from './postgres-programs.js';

const run = promisify(execFile);

export interface EmbeddedPostgres {
  /** `postgresql://…` of the database `transledger`. */
  url: string;
  stop(): Promise<void>;
}

interface Connection {
  port: number;
  password: string;
}

const user = 'transledger';
const database = 'transledger';

const urlOf = ({ port, password }: Connection, name = database): string =>
  `postgresql://${user}:${password}@127.0.0.1:${port}/${name}`;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(address)));
    });
  });

/** Makes the cluster under a temporary name first, so that one broken off half way is never started. */
const initialise = async (
  folder: string,
  clusterDir: string,
  account: PostgresAccount | undefined,
): Promise<string> => {
  const password = randomBytes(24).toString('hex');
  const passwordFile = join(folder, 'initdb-password');
  const unfinished = `${clusterDir}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) {
    await chown(unfinished, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const { command, args, options } = postgresProgram(
    'initdb',
    [
      `--pgdata=${unfinished}`,
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
    ],
    folder,
    account,
  );
  await run(command, args, options);
  await rm(passwordFile);
  await writeFile(join(folder, 'password'), password, { mode: 0o600 });
  await rename(unfinished, clusterDir);
  return password;
};

const startServer = async (
  clusterDir: string,
  port: number,
  account: PostgresAccount | undefined,
  settings: Record<string, string>,
): Promise<ChildProcess> => {
  const flags = Object.entries({ listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings });
  const { command, args, options } = postgresProgram(
    'postgres',
    ['-D', clusterDir, '-p', String(port), ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    dirname(clusterDir),
    account,
  );
  const server = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.once('error', reject);
    server.once('exit', () =>
      reject(new Error(`PostgreSQL did not start: ${log.trim().split('\n').slice(-3).join(' ')}`)),
    );
    server.stderr?.on('data', (chunk: Buffer) => {
      log = `${log}${chunk.toString('utf8')}`.slice(-4_000);
      if (log.includes('database system is ready to accept connections')) resolve();
    });
  });
  return server;
};

/**
 * Starts the PostgreSQL that npm brings, with its cluster and password in `folder`, listening on a free
 * loopback port. Makes the cluster when there is none.
 */
export const startEmbeddedPostgres = async (
  folder: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> => {
  const clusterDir = join(folder, 'cluster');
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const account = postgresAccount(clusterDir);
  const password = existsSync(clusterDir)
    ? await readFile(join(folder, 'password'), 'utf8')
    : await initialise(folder, clusterDir, account);
  const port = await freePort();
  const server = await startServer(clusterDir, port, account, settings);
  const connection = { port, password };

  const client = new Client({ connectionString: urlOf(connection, 'postgres') });
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
  if (rowCount === 0) await client.query(`create database ${database}`);
  await client.end();

  return {
    url: urlOf(connection),
    stop: () =>
      new Promise((resolve) => {
        if (server.exitCode !== null || server.signalCode !== null) return resolve();
        server.once('exit', () => resolve());
        server.kill('SIGINT');
      }),
  };
};
