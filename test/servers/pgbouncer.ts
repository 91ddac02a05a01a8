import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresAccount } from '#libs/platform/postgres/embedded/postgres-account.js';
import { freePort } from '#libs/platform/process/free-port.js';
import { ServerProcess } from './server-process.js';

export interface PgBouncerOptions {
  /** The server behind it, with a user and a password. */
  databaseUrl: string;
  /** Connections to the server of each database and user. */
  poolSize: number;
}

export interface RunningPgBouncer {
  /** The same database through the pooler. */
  url: string;
  server: ServerProcess;
}

/** Starts Debian's PgBouncer in transaction mode before a database server. It lets in whoever connects. */
export const startPgBouncer = async ({ databaseUrl, poolSize }: PgBouncerOptions): Promise<RunningPgBouncer> => {
  const behind = new URL(databaseUrl);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'transledger-pgbouncer-'));
  const config = [
    '[databases]',
    `* = host=${behind.hostname} port=${behind.port} user=${behind.username} password=${behind.password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 1000',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${config.join('\n')}\n`);
  // It refuses to run as root.
  const account = postgresAccount(folder);
  await chmod(folder, 0o755);
  const server = await ServerProcess.start({
    name: 'pgbouncer',
    folder,
    removesFolder: true,
    command: () => ({ program: '/usr/sbin/pgbouncer', args: [file], options: { ...account, cwd: '/' } }),
    isReady: (log) => log.includes('process up'),
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return { url: url.href, server };
};
