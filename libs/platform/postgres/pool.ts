import { Pool } from 'pg';

export interface PoolSettings {
  connectionString: string;
  /** Maximum of open connections. */
  max: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Called for each idle connection that broke; the pool has already dropped it. */
  onIdleError?: (error: Error) => void;
}

/**
 * Creates a pool whose idle connections may break without ending the process: an `error` event without
 * a listener would.
 */
export const createPool = ({ connectionString, max, applicationName, onIdleError }: PoolSettings): Pool => {
  const pool = new Pool({
    connectionString,
    max,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  });
  pool.on('error', (error) => onIdleError?.(error));
  return pool;
};
