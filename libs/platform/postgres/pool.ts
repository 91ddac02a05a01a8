import { Pool, type PoolConfig } from 'pg';
import type { CircuitBreaker } from '#libs/platform/async/circuit-breaker.js';
import type { PoolAddress } from './database-address.js';
import { GuardedPool } from './guarded-pool.js';
import { UnpreparedClient } from './unprepared-client.js';

export interface PoolSettings extends PoolAddress {
  /** Maximum of open connections. */
  max: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Milliseconds that a caller waits for a connection; 10,000 when omitted. */
  connectTimeoutMs?: number;
  /**
   * Whether a commit waits until it is on disk; true when omitted. Behind a pooler it always does. What is committed
   * without waiting is there before anything that waits later.
   */
  waitsForDisk?: boolean;
  /** Knows of every use of the connections, and refuses them while it is open. */
  breaker?: CircuitBreaker | undefined;
  /** Called for each idle connection that broke; the pool has already dropped it. */
  onIdleError?: (error: Error) => void;
}

/**
 * A page of the log, a few MiB, is sorted in memory; with PostgreSQL's default of 4 MiB it would go through a file. No
 * query is long enough for compiling it to pay.
 */
const sessionOptions = '-c work_mem=32MB -c jit=off -c datestyle=ISO';
const withoutWaiting = '-c synchronous_commit=off';

/**
 * How the connections of a pool are opened. A pooler is sent no settings of the session, which it would refuse or give to
 * others: behind it they are those of the role.
 * @param statementTimeoutMs milliseconds after which the server ends a statement; without limit when omitted
 */
export const connectionConfig = (
  { connectionString, isPooled = false }: PoolAddress,
  statementTimeoutMs?: number,
): PoolConfig => ({
  connectionString,
  keepAlive: true,
  ...(isPooled
    ? { Client: UnpreparedClient }
    : {
        idle_in_transaction_session_timeout: 60_000,
        statement_timeout: statementTimeoutMs ?? false,
        options: sessionOptions,
      }),
});

/**
 * Creates a pool whose idle connections may break without ending the process: an `error` event without
 * a listener would.
 */
export const createPool = (settings: PoolSettings): Pool => {
  const { max, applicationName, connectTimeoutMs = 10_000, waitsForDisk = true, breaker, onIdleError } = settings;
  const opened = connectionConfig(settings);
  const config: PoolConfig = {
    ...opened,
    ...(waitsForDisk || opened.options === undefined ? {} : { options: `${opened.options} ${withoutWaiting}` }),
    max,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
  };
  const pool = breaker === undefined ? new Pool(config) : new GuardedPool(config, breaker);
  pool.on('error', (error) => onIdleError?.(error));
  return pool;
};
