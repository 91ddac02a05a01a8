import { Client, TypeOverrides, types } from 'pg';
import { DataSource, type EntityTarget, type Logger, type MigrationInterface, type ObjectLiteral } from 'typeorm';

export const readModelSchema = 'read_model';

/** Id of the advisory lock of migrations, the same in every process of every release. */
const migrationLock = 7_204_118_226;

export interface ReadModelsSettings {
  connectionString: string;
  entities: readonly EntityTarget<ObjectLiteral>[];
  /** Migrations, run in the order of the timestamps in their names. */
  migrations: readonly (new () => MigrationInterface)[];
  /** Maximum of connections that queries hold at once. */
  poolSize: number;
  /** Called for each idle connection that broke; the pool has already dropped it. */
  onIdleError?: (error: Error) => void;
}

/** Logs nothing, since statements carry values; failures are thrown. (`logging: false` still prints some.) */
const silent: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

/**
 * Parsers of `int8` to a number and `timestamptz` to RFC 3339 text, in this pool alone. (TypeORM's `parseInt8` would
 * change the driver's defaults for the whole process, the event store's pool included.)
 */
const columnParsers = (): TypeOverrides => {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(types.builtins.INT8, Number);
  parsers.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
  return parsers;
};

const dataSourceOf = (settings: ReadModelsSettings): DataSource =>
  new DataSource({
    type: 'postgres',
    url: settings.connectionString,
    schema: readModelSchema,
    applicationName: 'transledger read models',
    entities: [...settings.entities] as (() => void)[],
    migrations: [...settings.migrations],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    poolSize: settings.poolSize,
    connectTimeoutMS: 10_000,
    installExtensions: false,
    extra: { keepAlive: true, types: columnParsers() },
    poolErrorHandler: (error: Error) => settings.onIdleError?.(error),
    logger: silent,
  });

/** Connects to the read models, whose tables must exist. */
export const connectReadModels = (settings: Omit<ReadModelsSettings, 'migrations'>): Promise<DataSource> =>
  dataSourceOf({ ...settings, migrations: [] }).initialize();

/** Brings the tables up to date. Several processes may do so at once: one migrates, the others wait for it. */
export const runMigrations = async (
  connectionString: string,
  migrations: ReadModelsSettings['migrations'],
): Promise<void> => {
  const client = new Client({ connectionString, application_name: 'transledger migrations' });
  client.on('error', () => {
    // A broken connection is reported by the query that needs it.
  });
  await client.connect();
  try {
    // The lock is the session's, so it ends with the process that holds it.
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(`create schema if not exists ${readModelSchema}`);
    const dataSource = await dataSourceOf({ connectionString, entities: [], migrations, poolSize: 1 }).initialize();
    await dataSource.runMigrations().finally(() => dataSource.destroy());
  } finally {
    await client.end();
  }
};
