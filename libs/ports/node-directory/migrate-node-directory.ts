import type { ClientBase, Pool } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';

/** Creates the schema `node_directory`. May be run again, and by several processes at once. */
export const migrateNodeDirectory = async (client: ClientBase | Pool): Promise<void> => {
  await migrateSchema(client, 'node_directory', [
    `create table if not exists node_directory.node (
      id text primary key,
      address text not null,
      expires_at timestamptz not null
    )`,
  ]);
};
