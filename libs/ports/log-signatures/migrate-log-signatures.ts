import type { ClientBase, Pool } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';

/** Creates the schema `log_signatures`. May be run again, and by several processes at once. */
export const migrateLogSignatures = async (client: ClientBase | Pool): Promise<void> => {
  await migrateSchema(client, 'log_signatures', [
    `create table if not exists log_signatures.signed_log (
      organization_id text primary key,
      origin text not null,
      size bigint not null check (size > 0),
      root bytea not null,
      checkpoint text not null,
      signed_at timestamptz not null,
      stopped_because text
    )`,
    `create table if not exists log_signatures.node (
      organization_id text,
      level smallint check (level > 0 and level % 8 = 0),
      index bigint,
      hash bytea not null,
      primary key (organization_id, level, index)
    )`,
    'alter table log_signatures.signed_log add column if not exists is_kept_outside boolean not null default false',
    `create table if not exists log_signatures.log_key (
      organization_id text,
      generation int check (generation > 0),
      origin text not null,
      valid_from timestamptz,
      valid_until timestamptz,
      primary key (organization_id, generation)
    )`,
    `create table if not exists log_signatures.cosignature (
      organization_id text,
      origin text,
      size bigint,
      witness text,
      line text not null,
      primary key (organization_id, origin, size, witness)
    )`,
    `create table if not exists log_signatures.witness_answer (
      witness text,
      organization_id text,
      answer text not null,
      answered_at timestamptz not null,
      primary key (witness, organization_id)
    )`,
    `create table if not exists log_signatures.time_stamp (
      organization_id text,
      origin text,
      size bigint,
      text text not null,
      token bytea not null,
      stamped_at timestamptz not null,
      primary key (organization_id, origin, size)
    )`,
    `create table if not exists log_signatures.time_stamp_answer (
      organization_id text primary key,
      answer text not null,
      answered_at timestamptz not null
    )`,
  ]);
};
