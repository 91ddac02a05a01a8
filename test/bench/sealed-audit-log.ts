import type { Pool } from 'pg';
import { sealClient } from '#libs/application/sealed-client.js';
import { formatAuditId } from '#libs/audit/audit-id.js';
import { canonicalLeaf, leafHash } from '#libs/audit/audit-leaf.js';
import { crockfordDigits } from '#libs/platform/ids/crockford.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import type { AuditLogEntity } from '#projections/audit-log/audit-log.entity.js';
import { entryOf } from '#projections/audit-log/audit-log.projection.js';

export interface SealedLog {
  pool: Pool;
  subjectKeys: SubjectKeys;
  organizationId: string;
  /** Entries that the log has afterwards. */
  entries: number;
  /** Acts in a row that share what is sealed of their client. */
  perSeal: number;
}

/** Clients that act by turns, each a user with an address of its own. */
export const clientsOfLog = 50;
export const startOfLog = '2026-01-01T00:00:00.000Z';

const atOnce = 500_000;
/** Digits of an id that stand for an entry's number: five of thirteen can differ here. */
const numbersOfIds = 32 ** 5;
/** End of the ids of all these entries: the same bits of each event id. */
const eventStart = '0193e9a0-0000-7000-8';
const eventPart = formatAuditId(0, `${eventStart}000-000000000000`).slice(-13);
const metadata = {
  character_count: 31,
  domain: 'general',
  endpoint: 'translate',
  source_language: 'fi',
  target_language: 'en',
  word_count: 17,
};
const actions = ['translate', 'translate', 'translate', 'detect', 'document_upload', 'translate_document'];
const resources = ['text', 'text', 'text', 'text', 'document', 'document'];
const keys = 4;

const padded = (prefix: string, number: number | string): string => `${prefix}_${String(number).padStart(26, '0')}`;
export const userOf = (client: number): string => padded('usr', client);
export const addressOf = (client: number): string => `192.0.2.${client}`;
export const keyOf = (number: number): string => padded('key', number % keys);
export const requestOf = (number: number): string => padded('req', number);
export const auditIdOf = (number: number): string => formatAuditId(number, `${eventStart}000-000000000000`);

const digitAt = (shift: number): string => `substr('${crockfordDigits}', 1 + ((i >> ${shift}) & 31), 1)`;
const paddedSql = (prefix: string, number: string): string => `'${prefix}_' || lpad((${number})::text, 26, '0')`;

/** Each column of a row, as SQL of its number `i`; the leaf is written as `canonicalLeaf` does. */
const insert = `
  insert into read_model.audit_log
    (organization_id, number, id, event_id, occurred_at, action, resource, resource_id, result, request_id,
     actor_type, api_key_id, metadata, sealed_client, sealed_name, subject, address_subject, commitments, leaf_hash,
     latest_at, lateness_ms)
  select $1::text, i, id, event_id::uuid, at, action, resource, request_id, result, request_id, 'api_key', key_id, $8::text::jsonb,
         sealed, null, subject, address_subject, commitments::jsonb,
         sha256('\\x00'::bytea || convert_to('{"action":"' || action || '","actor_type":"api_key","commitments":' || commitments
           || ',"event_id":"' || event_id || '","id":"' || id || '","key_id":"' || key_id || '","metadata":' || $8::text
           || ',"number":' || i || ',"organization_id":"' || $1::text || '","request_id":"' || request_id
           || '","resource":"' || resource || '","resource_id":"' || request_id || '","result":"' || result
           || '","sealed_client":"' || sealed || '","sealed_name":null,"timestamp":"'
           || to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","version":1}', 'UTF8')),
         at, 0
    from unnest($4::text[], $5::text[], $6::text[], $7::text[]) with ordinality
           as client (sealed, subject, address_subject, commitments, seal),
         lateral generate_series($2::integer + (seal::integer - 1) * $9::integer,
                                 least($3::integer, $2::integer + seal::integer * $9::integer) - 1) as i,
         lateral (select 1 + i % ${actions.length} as kind) as k,
         lateral (select timestamptz '${startOfLog}' + i * interval '1 second' as at,
           'aud_00000000' || ${[20, 15, 10, 5, 0].map(digitAt).join(' || ')} || '${eventPart}' as id,
           '${eventStart}' || substr(lpad(to_hex(i), 15, '0'), 1, 3) || '-' || substr(lpad(to_hex(i), 15, '0'), 4) as event_id,
           (array['${actions.join("','")}'])[kind] as action, (array['${resources.join("','")}'])[kind] as resource,
           case when i % 64 = 9 then 'failure' else 'success' end as result, ${paddedSql('req', 'i')} as request_id,
           ${paddedSql('key', `i % ${keys}`)} as key_id) as t`;

/** @throws Error where the SQL makes another leaf than the service does */
const assertLeaf = async (pool: Pool, organizationId: string, number: number): Promise<void> => {
  const found = 'select * from read_model.audit_log where organization_id = $1 and number = $2';
  const { rows } = await pool.query<AuditLogEntity & { occurred_at: unknown }>(found, [organizationId, number]);
  const [row] = rows;
  if (row === undefined) throw new Error('The log was not filled');
  const occurredAt = (row.occurred_at as unknown as Date).toISOString();
  const leaf = canonicalLeaf(entryOf({ ...row, number: Number(row.number), occurred_at: occurredAt }));
  if (leafHash(leaf) !== Buffer.from(row.leaf_hash).toString('hex')) throw new Error('The leaves are not real');
};

/**
 * Fills the audit log of an organization by SQL, an act a second, behind the entries that it has: with personal data that are
 * really sealed, and with the leaves that the service would make.
 */
export const loadSealedLog = async (log: SealedLog): Promise<void> => {
  const { pool, subjectKeys, organizationId, entries, perSeal } = log;
  if (entries > numbersOfIds) throw new RangeError(`A log has at most ${numbersOfIds} entries here`);
  const last =
    'select number + 1 as size from read_model.audit_log where organization_id = $1 order by number desc limit 1';
  const { rows } = await pool.query<{ size: string }>(last, [organizationId]);
  for (let from = Number(rows[0]?.size ?? 0); from < entries; from += atOnce) {
    const to = Math.min(entries, from + atOnce);
    const clients = [];
    for (let made = 0; made < Math.ceil((to - from) / perSeal); made += 1) {
      const userId = userOf(made % clientsOfLog);
      const subject = await subjectKeys.subjectFor(organizationId, userId);
      const address = addressOf(made % clientsOfLog);
      const client = { organizationId, subject, userId, address, userAgent: `curl/8 ${made}` };
      clients.push(await sealClient(subjectKeys, client));
    }
    await pool.query(insert, [
      organizationId,
      from,
      to,
      clients.map(({ sealedClient }) => sealedClient),
      clients.map(({ subject }) => subject),
      clients.map(({ addressSubject }) => addressSubject),
      clients.map(({ commitments }) =>
        JSON.stringify(
          Object.fromEntries(Object.entries(commitments).sort(([one], [other]) => (one < other ? -1 : 1))),
        ),
      ),
      JSON.stringify(metadata),
      perSeal,
    ]);
    await assertLeaf(pool, organizationId, to - 1);
  }
};
