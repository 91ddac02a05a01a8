import { openCluster } from '#libs/platform/postgres/embedded/cluster.js';
import { databaseUrl, ensureDatabase } from '#libs/platform/postgres/embedded/own-database.js';
import { postgresProgram } from '#libs/platform/postgres/embedded/postgres-programs.js';
import { freePort } from '#libs/platform/process/free-port.js';
import { ServerProcess } from './server-process.js';

export interface PostgresOptions {
  folder: string;
  port?: number | undefined;
}

export interface RunningPostgres {
  /** URL of the database `transledger`: `postgresql://…`. */
  url: string;
  port: number;
  server: ServerProcess;
}

/** Starts the PostgreSQL of the npm package, as primary or standby, on a port that may be its earlier one. */
export const startPostgres = async ({ folder, port: wanted }: PostgresOptions): Promise<RunningPostgres> => {
  const port = wanted ?? (await freePort());
  const { directory, password, account } = await openCluster(folder);
  const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories='].flatMap((flag) => ['-c', flag]);
  const program = postgresProgram('postgres', ['-D', directory, '-p', String(port), ...flags], folder, account);
  const server = await ServerProcess.start({
    name: 'postgres',
    folder,
    command: () => ({ program: program.command, args: program.args, options: program.options }),
    isReady: (log) => /database system is ready to accept (read-only )?connections/.test(log),
  });
  await ensureDatabase(port, password);
  return { url: databaseUrl(port, password), port, server };
};
