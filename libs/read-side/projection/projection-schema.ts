import type { ClientBase, Pool } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';
import { applyFunction } from './runner/apply-function.js';

/** Creates the schema `projection`. May run again, and in several processes at once. */
export const migrateProjectionRunner = async (client: ClientBase | Pool): Promise<void> => {
  await migrateSchema(client, 'projection', [
    `create table if not exists projection.checkpoint (
      name text primary key,
      version integer not null,
      position text collate "C" not null,
      fencing_token bigint not null,
      state text not null,
      reason text,
      updated_at timestamptz not null
    )`,
    `create table if not exists projection.parked_event (
      projection text not null,
      position text collate "C" not null,
      lane text not null,
      event_id uuid not null,
      event_type text not null,
      stream text not null,
      revision bigint not null,
      -- Null for an event that only waits behind a failed one.
      reason text,
      attempts integer not null,
      parked_at timestamptz not null,
      primary key (projection, position)
    )`,
    `create index if not exists parked_event_lane on projection.parked_event (projection, lane, position)`,
    `create table if not exists projection.held_lane (
      projection text not null,
      lane text not null,
      -- Everything of the lane up to here is applied, nothing after it.
      applied_to text collate "C" not null,
      -- The event that failed.
      event_id uuid not null,
      event_type text not null,
      position text collate "C" not null,
      reason text not null,
      attempts integer not null,
      held_at timestamptz not null,
      primary key (projection, lane)
    )`,
    `create table if not exists projection.rebuild (
      projection text primary key,
      fraction double precision not null,
      updated_at timestamptz not null
    )`,
    applyFunction,
  ]);
};
