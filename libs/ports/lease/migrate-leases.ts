import type { ClientBase, Pool } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';

/** Creates the schema `leases`. May be run again, and by several processes at once. */
export const migrateLeases = async (client: ClientBase | Pool): Promise<void> => {
  await migrateSchema(client, 'leases', [
    `create table if not exists leases.lease (
      name text primary key,
      fencing_token bigint not null,
      holder text not null,
      expires_at timestamptz not null
    )`,
  ]);
};
