import type { ClientBase, Pool } from 'pg';
import { migrateStatistics } from '#libs/platform/postgres/column-statistics.js';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';
import { namingColumns } from './postgres-account-purge.js';

/** Creates the schema `accounts`. May be run again, and by several processes at once. */
export const migrateAccounts = async (client: ClientBase | Pool): Promise<void> => {
  await migrateSchema(client, 'accounts', [
    `create table if not exists accounts.account (
      account_id text primary key,
      organization_id text not null,
      user_id text not null,
      email_lookup bytea not null,
      invite_hash text unique,
      unique (organization_id, user_id),
      unique (organization_id, email_lookup)
    )`,
    `create index if not exists account_email on accounts.account (email_lookup)`,
    `create table if not exists accounts.identity (
      identity_id text primary key,
      account_id text not null references accounts.account on delete cascade,
      organization_id text not null,
      issuer text not null,
      identity_lookup bytea not null,
      unique (organization_id, identity_lookup),
      unique (account_id, issuer)
    )`,
    `create table if not exists accounts.session_use (
      session_id text primary key,
      used_at timestamptz not null
    )`,
    `create index if not exists session_use_time on accounts.session_use (used_at)`,
    `create table if not exists accounts.attempt (
      name bytea primary key,
      failures integer not null,
      last_at timestamptz not null,
      locked_until timestamptz not null
    )`,
    `create index if not exists attempt_time on accounts.attempt (last_at)`,
    ...Object.entries(namingColumns).map(([table, columns]) => migrateStatistics(table, columns)),
  ]);
};
