import { Pool, type PoolConfig } from 'pg';
import {
  DataSource,
  type DataSourceOptions,
  type EntityTarget,
  type Logger,
  type MigrationInterface,
  type ObjectLiteral,
} from 'typeorm';
import type { CircuitBreaker } from '#libs/platform/async/circuit-breaker.js';
import type { PoolAddress } from '#libs/platform/postgres/database-address.js';
import { GuardedPool } from '#libs/platform/postgres/guarded-pool.js';
import { connectionConfig } from '#libs/platform/postgres/pool.js';
import { columnParsers } from './column-parsers.js';
import { migrationsTable, readModelSchema } from './read-model-schema.js';
import { SlowReads } from './slow-reads.js';

export interface ReadModelsSettings extends PoolAddress {
  /** Shown in `pg_stat_activity`; `transledger read models` when omitted. */
  applicationName?: string;
  entities: readonly EntityTarget<ObjectLiteral>[];
  /** Migrations, run in the order of the timestamps in their names. */
  migrations: readonly (new () => MigrationInterface)[];
  /** Maximum of connections that queries hold at once. */
  poolSize: number;
  /** Knows of every use of the connections, and refuses them while it is open. */
  breaker?: CircuitBreaker | undefined;
  /** Milliseconds after which the server ends a statement, unless a pooler is before it; without limit when omitted. */
  statementTimeoutMs?: number;
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

/** The pool that TypeORM opens, with the breaker before it. */
const guardedBy = (breaker: CircuitBreaker): typeof Pool =>
  class extends GuardedPool {
    constructor(config: PoolConfig = {}) {
      super(config, breaker);
    }
  };

/** The read models, behind one pool, which no organization's slow reads exhaust. */
export class ReadModels extends DataSource {
  readonly slowReads: SlowReads;

  constructor(options: DataSourceOptions & { poolSize: number }) {
    super(options);
    this.slowReads = new SlowReads(options.poolSize);
  }
}

const dataSourceOf = (settings: ReadModelsSettings): ReadModels =>
  new ReadModels({
    type: 'postgres',
    url: settings.connectionString,
    driver: { Pool: settings.breaker === undefined ? Pool : guardedBy(settings.breaker) },
    schema: readModelSchema,
    applicationName: settings.applicationName ?? 'transledger read models',
    entities: [...settings.entities] as (() => void)[],
    migrations: [...settings.migrations],
    migrationsTableName: migrationsTable,
    migrationsTransactionMode: 'each',
    poolSize: settings.poolSize,
    connectTimeoutMS: 10_000,
    installExtensions: false,
    extra: { ...connectionConfig(settings, settings.statementTimeoutMs), types: columnParsers() },
    poolErrorHandler: (error: Error) => settings.onIdleError?.(error),
    logger: silent,
  });

/** Connects to the read models, whose tables must exist. */
export const connectReadModels = (settings: Omit<ReadModelsSettings, 'migrations'>): Promise<ReadModels> =>
  dataSourceOf({ ...settings, migrations: [] }).initialize();

/** Runs the migrations that have not run yet, in a transaction each. */
export const runWithTypeOrm = async (
  connectionString: string,
  migrations: ReadModelsSettings['migrations'],
): Promise<void> => {
  const plan = { connectionString, applicationName: 'transledger migrations', entities: [], migrations, poolSize: 1 };
  const dataSource = await dataSourceOf(plan).initialize();
  await dataSource.runMigrations().finally(() => dataSource.destroy());
};
