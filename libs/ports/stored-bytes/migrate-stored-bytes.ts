import type { ClientBase, Pool } from 'pg';
import { migrateSchema } from '#libs/platform/postgres/migrate-schema.js';

/** Creates the schema `stored_bytes`. May be run again, and by several processes at once. */
export const migrateStoredBytes = async (client: ClientBase | Pool): Promise<void> => {
  await migrateSchema(client, 'stored_bytes', [
    `create table if not exists stored_bytes.total (
      organization_id text primary key,
      bytes bigint not null
    )`,
    `create table if not exists stored_bytes.file (
      blob_id text primary key,
      organization_id text not null,
      document_id text,
      content_id text not null,
      sha256 text,
      stored bigint not null,
      reserved bigint not null,
      execution text,
      is_released boolean not null default false,
      changed_at timestamptz not null default now()
    )`,
    `create index if not exists file_content on stored_bytes.file (content_id) where content_id <> blob_id`,
    `create index if not exists file_equal on stored_bytes.file (document_id, sha256) where document_id is not null`,
    `create index if not exists file_unsettled on stored_bytes.file (changed_at) where reserved > 0 or is_released`,
    `create index if not exists file_of_organization on stored_bytes.file (organization_id)`,
  ]);
};
