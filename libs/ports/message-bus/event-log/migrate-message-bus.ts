import type { ClientBase, Pool } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';

/** Creates the schema `message_bus`. It may run again, and in several processes at once. */
export const migrateMessageBus = async (client: ClientBase | Pool): Promise<void> => {
  await migrateSchema(client, 'message_bus', [
    `create table if not exists message_bus.consumer_group (
      name text primary key,
      position text collate "C" not null,
      fencing_token bigint not null,
      types text[] not null,
      updated_at timestamptz not null default now()
    )`,
    `create table if not exists message_bus.parked_message (
      group_name text not null,
      event_id uuid not null,
      stream text not null,
      revision bigint not null,
      type text not null,
      position text collate "C" not null,
      reason text not null,
      attempts integer not null,
      parked_at timestamptz not null default now(),
      retry_requested boolean not null default false,
      primary key (group_name, event_id)
    )`,
    'alter table message_bus.parked_message add column if not exists cause jsonb',
  ]);
};
