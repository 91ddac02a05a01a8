import type { Pool } from 'pg';
import { inTransaction } from '#libs/platform/postgres/transaction.js';

/**
 * Tables whose rows are keys that are destroyed one by one, with the columns that must be in no statistics: keys, and what
 * tells whether somebody is known.
 */
export const keyTables = { 'vault.subject': ['lookup', 'wrapped'], 'vault.data_key': ['wrapped'] } as const;

/**
 * Writes PostgreSQL's statistics anew, so that their files are without those that were deleted. `vacuum full` would copy rows
 * that some open transaction could still see, and let all planning wait for a lock without end. Needs an administrator.
 */
export const rewriteStatistics = (pool: Pool, lockTimeout: string): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query(`
      set local lock_timeout = '${lockTimeout}';
      set local allow_system_table_mods = on;
      lock table pg_catalog.pg_statistic in access exclusive mode;
      create temporary table kept_statistic on commit drop as table pg_catalog.pg_statistic;
      truncate pg_catalog.pg_statistic;
      insert into pg_catalog.pg_statistic table kept_statistic`);
  });
