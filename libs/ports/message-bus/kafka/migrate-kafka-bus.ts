import type { ClientBase, Pool } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';
import { migrateMessageBus } from '../event-log/migrate-message-bus.js';

/**
 * Adds the tables of the bus on Kafka and its relay to the schema `message_bus`. It may run again, and in several
 * processes at once.
 */
export const migrateKafkaBus = async (client: ClientBase | Pool): Promise<void> => {
  await migrateMessageBus(client); // parked messages are kept in the same table on both buses
  await migrateSchema(client, 'message_bus', [
    `create table if not exists message_bus.kafka_relay (
      name text primary key,
      position text collate "C" not null,
      fencing_token bigint not null,
      updated_at timestamptz not null default now()
    )`,
    `create table if not exists message_bus.kafka_group (
      name text primary key,
      types text[] not null,
      updated_at timestamptz not null default now()
    )`,
    `create table if not exists message_bus.kafka_partition (
      group_name text not null,
      topic text not null,
      partition integer not null,
      position text collate "C" not null,
      next_offset bigint not null,
      updated_at timestamptz not null default now(),
      primary key (group_name, topic, partition)
    )`,
    `alter table message_bus.kafka_partition add column if not exists event_id uuid,
       add column if not exists stream text, add column if not exists revision bigint`,
  ]);
};
