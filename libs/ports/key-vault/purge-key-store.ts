import type { Pool } from 'pg';
import { withoutStatistics } from '#libs/platform/postgres/column-statistics.js';
import { inTransaction } from '#libs/platform/postgres/transaction.js';
import { keyTables, rewriteStatistics } from './key-statistics.js';
import { KeysNotPurgedError } from './subjects/subject-keys.port.js';

/** Others wait for the old table behind whoever reads it: longer than this, and the next attempt has to do. */
const lockTimeout = '2s';

/**
 * A row that was deleted stays in its page until other rows take its place, a vacuum included: only a new file is without
 * it. Readers go on while the rows are copied; a key that is made meanwhile waits.
 */
const rewrite = (pool: Pool): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query(`set local lock_timeout = '${lockTimeout}'`);
    for (const [table, columns] of Object.entries(keyTables)) {
      await client.query(`
        lock table ${table} in share row exclusive mode;
        create table ${table}_rewritten (like ${table} including all);
        ${withoutStatistics(`${table}_rewritten`, columns)};
        insert into ${table}_rewritten select * from ${table};
        drop table ${table};
        alter table ${table}_rewritten rename to ${table.slice('vault.'.length)};`);
    }
  });

interface LogState {
  /** The segment that is written now, and the last and first of those that are there. */
  current: string;
  last: string;
  first: string;
  segments: number;
}

/** Segments by their names without the timeline, which rise. */
const logState = `
  select substr(pg_walfile_name(pg_current_wal_insert_lsn()), 9) as current,
         max(substr(name, 9)) as last, min(substr(name, 9)) as first, count(*)::int as segments
    from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`;

/** Whether this server is ours: its log is asked for by nobody else, and old segments are not used again. */
const ownsLog = `
  select current_setting('is_superuser') = 'on' and current_setting('wal_recycle') = 'off'
         and current_setting('archive_mode') = 'off' as owns`;

const stateOf = async (pool: Pool): Promise<LogState> => {
  const [state] = (await pool.query<LogState>(logState)).rows;
  if (state === undefined) throw new Error('PostgreSQL does not name its log.');
  return state;
};

/**
 * Goes on to a new segment and removes those before it, by a checkpoint. A segment that lies ready for later may be an old
 * one with its old content, of a server that used them again: each of these is gone through, which fills it with zeros.
 */
const removeLog = async (pool: Pool): Promise<void> => {
  const before = await stateOf(pool);
  const last = before.last > before.current ? before.last : before.current;
  for (let turn = 0; turn <= before.segments; turn += 1) {
    await pool.query('select pg_switch_wal()');
    await pool.query('checkpoint');
    if ((await stateOf(pool)).first > last) return;
  }
  throw new KeysNotPurgedError();
};

/**
 * Leaves no copy of a destroyed key in the files of the tables, nor in those of PostgreSQL's statistics and in the log where
 * the server is this service's own (`wal_recycle` off, as the embedded server has it).
 * @throws KeysNotPurgedError
 */
export const purgeKeyStore = async (pool: Pool): Promise<void> => {
  await rewrite(pool);
  const { rows } = await pool.query<{ owns: boolean }>(ownsLog);
  if (rows[0]?.owns !== true) return;
  await rewriteStatistics(pool, lockTimeout);
  await removeLog(pool);
};
