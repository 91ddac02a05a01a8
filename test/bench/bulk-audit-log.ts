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
