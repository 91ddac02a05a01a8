import { Pool } from 'pg';

export interface PoolSettings {
  connectionString: string;
  /** Most connections open at once. */
  max: number;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  /** Told of idle connections that broke; the pool has already dropped them. */
  onIdleError?: (error: Error) => void;
}

/**
 * A pool whose idle connections may break without ending the process: an `error` event that nobody
 * listens to would.
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
