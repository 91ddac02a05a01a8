import type { ClientBase, Pool } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';
import { answerParts, partName } from './answer-days.js';

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
    `alter table idempotency.execution add column if not exists organization_id text`,
    `alter table idempotency.execution add column if not exists answer_bytes integer`,
    `create index if not exists execution_answers on idempotency.execution (organization_id, answer_bytes)
      where answer_bytes is not null`,
    // Beside the keys, which are unique over all days, since an answer is most of the bytes and goes with its day.
    `alter table idempotency.execution add column if not exists answer_part smallint`,
    `create table if not exists idempotency.answer (
      part smallint not null,
      key_hash bytea not null,
      sealed bytea not null,
      primary key (part, key_hash)
    ) partition by list (part)`,
    ...Array.from(
      { length: answerParts },
      (_, part) =>
        `create table if not exists ${partName(part)} partition of idempotency.answer for values in (${part})`,
    ),
  ]);
};

/**
 * Lets every execution be taken over at once. Only for a caller that knows that no holder lives, such as the one
 * service on an embedded database at its start.
 */
export const expireExecutions = async (client: ClientBase | Pool): Promise<void> => {
  await client.query('update idempotency.execution set held_until = now() where held_until > now()');
};
