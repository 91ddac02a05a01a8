import type { ClientBase, Pool } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';

/** Creates the schema `idempotency`. May be run again, and by several processes at once. */
export const migrateIdempotency = async (client: ClientBase | Pool): Promise<void> => {
  await migrateSchema(client, 'idempotency', [
    `create table if not exists idempotency.execution (
      key_hash bytea primary key,
      route_hash bytea not null,
      body_hash bytea,
      request_id text not null,
      sealed_seed bytea not null,
      started_at timestamptz not null,
      holder uuid not null,
      held_until timestamptz not null,
      sealed_answer bytea
    )`,
    `create index if not exists execution_started on idempotency.execution (started_at)`,
  ]);
};

/**
 * Lets every execution be taken over at once. Only for a caller that knows that no holder lives, such as the one
 * service on an embedded database at its start.
 */
export const expireExecutions = async (client: ClientBase | Pool): Promise<void> => {
  await client.query('update idempotency.execution set held_until = now() where held_until > now()');
};
