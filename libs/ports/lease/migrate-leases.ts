import type { ClientBase, Pool } from 'pg';

/** Creates the schema `leases`. May be run again, and by several processes at once. */
export const migrateLeases = async (client: ClientBase | Pool): Promise<void> => {
  // One simple query is one transaction, so the advisory lock holds until all of it is done.
  await client.query(`
    select pg_advisory_xact_lock(hashtext('transledger leases migration'));
    create schema if not exists leases;
    create table if not exists leases.lease (
      name text primary key,
      fencing_token bigint not null,
      holder text not null,
      expires_at timestamptz not null
    );
  `);
};
