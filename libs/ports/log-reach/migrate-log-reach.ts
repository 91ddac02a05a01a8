import type { ClientBase, Pool } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';

/** Creates the schema `log_reach`. May be run again, and by several processes at once. */
export const migrateLogReach = async (client: ClientBase | Pool): Promise<void> => {
  await migrateSchema(client, 'log_reach', [
    `create table if not exists log_reach.furthest (
      is_only boolean primary key check (is_only),
      position text collate "C" not null,
      said_at timestamptz not null
    )`,
  ]);
};
