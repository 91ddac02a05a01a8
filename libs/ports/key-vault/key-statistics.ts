import type { Pool } from 'pg';
import { inTransaction } from '#libs/platform/postgres/transaction.js';

/**
 * Tables whose rows are keys that are destroyed one by one, with the columns that are secret: keys, and what tells whether
 * somebody is known. PostgreSQL's statistics of a column are up to some hundred of its values, and stay in the catalog's
 * files when the rows are gone.
 */
export const keyTables = { subject: ['lookup', 'wrapped'], data_key: ['wrapped'] } as const;
export type KeyTable = keyof typeof keyTables;

/** SQL by which no statistics of a key table's secret columns are gathered any more. `like … including all` does not copy that. */
export const withoutStatistics = (table: KeyTable, name: string = table): string => {
  const changes = keyTables[table].map((column) => `alter column ${column} set statistics 0`);
  return `alter table vault.${name} ${changes.join(', ')}`;
};

/** The same where it has not been done yet: a start waits for no lock because of it. */
export const migrateStatistics = (table: KeyTable): string => `
  do $$ begin
    if exists (select from pg_attribute where attrelid = 'vault.${table}'::regclass and attstattarget is distinct from 0
                 and attname in (${keyTables[table].map((column) => `'${column}'`).join(', ')}))
    then ${withoutStatistics(table)}; end if;
  end $$`;

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
