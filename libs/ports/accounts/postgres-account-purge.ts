import type { Pool } from 'pg';
import { inTransaction } from '#libs/platform/postgres/transaction.js';

/** Columns that name somebody, or tell whether somebody is known, by their tables; an account stands before its identities. */
export const namingColumns = {
  'accounts.account': ['user_id', 'email_lookup'],
  'accounts.identity': ['identity_lookup'],
} as const;

/** Others wait behind a lock that is waited for: longer than this, and the next attempt has to do. */
const lockTimeout = '2s';

/**
 * Writes the tables of accounts anew, without the rows that were deleted: these stay in their pages and indexes otherwise. A
 * change of a column's type, to the one that it has, removes the statistics of the column.
 */
export const purgeAccounts = (pool: Pool): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query(`
      set local lock_timeout = '${lockTimeout}';
      lock table accounts.account, accounts.identity in access exclusive mode;
      create table accounts.kept_account as table accounts.account;
      create table accounts.kept_identity as table accounts.identity;
      truncate accounts.account, accounts.identity;
      alter table accounts.account alter column user_id type text, alter column email_lookup type bytea;
      alter table accounts.identity alter column identity_lookup type bytea;
      insert into accounts.account table accounts.kept_account;
      insert into accounts.identity table accounts.kept_identity;
      drop table accounts.kept_account, accounts.kept_identity`);
  });
