import type { ClientBase, Pool } from 'pg';

export interface BulkAuditLog {
  organizationId: string;
  entries: number;
  /** Number of subjects, spread evenly over the entries: `sub_0`, `sub_1`, … */
  subjects: number;
  /** Placeholder for the ciphertext of every entry. */
  sealedClient: string;
  start: string;
  /** Seconds from one entry to the next. */
  secondsApart: number;
}

const actionsAndResources = [
  ['translate', 'text'],
  ['translate', 'text'],
  ['translate', 'text'],
  ['detect', 'text'],
  ['document_upload', 'document'],
  ['translate_document', 'document'],
  ['document_download', 'document'],
  ['api_key_create', 'api_key'],
];

/** Runs the work without the table's indexes, but for the primary key, and builds them after it: a third of the time. */
export const withoutIndexes = async (client: ClientBase, work: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = 'read_model.audit_log'::regclass and not indisprimary`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  await client.query(`set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2`);
  for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON '));
};

/** Fills the audit log in the shape that its projection gives it, by SQL alone; ids and hashes are placeholders. */
export const loadAuditLog = async (client: ClientBase | Pool, log: BulkAuditLog): Promise<void> => {
  const kinds = actionsAndResources.length;
  await client.query(
    `insert into read_model.audit_log
       (organization_id, number, id, event_id, occurred_at, action, resource, resource_id, result, request_id,
        actor_type, api_key_id, metadata, sealed_client, sealed_name, subject, leaf_hash, latest_at, lateness_ms)
     select $1, i, 'aud_' || lpad(i::text, 26, '0'), gen_random_uuid(), at, ($4::text[])[1 + i % ${kinds}],
            ($5::text[])[1 + i % ${kinds}], 'res_' || i, 'success', 'req_' || lpad(i::text, 26, '0'),
            'api_key', 'key_1', '{"domain":"general","source_language":"fi","target_language":"en","word_count":17}',
            $8, null, 'sub_' || (i::bigint * 7919) % $3, sha256(i::text::bytea), at, 0
       from generate_series(0, $2::integer - 1) as i, lateral (select $6::timestamptz + i * $7 * interval '1 second' as at) as t`,
    [
      log.organizationId,
      log.entries,
      log.subjects,
      actionsAndResources.map(([action]) => action),
      actionsAndResources.map(([, resource]) => resource),
      log.start,
      log.secondsApart,
      log.sealedClient,
    ],
  );
};
