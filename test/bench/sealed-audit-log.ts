import type { Pool } from 'pg';
import { sealClient } from '#libs/application/sealed-client.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';

export interface SealedLog {
  pool: Pool;
  subjectKeys: SubjectKeys;
  organizationId: string;
  entries: number;
  /** Acts in a row that share what is sealed of their client. */
  perSeal: number;
}

/** Fills the audit log of an organization by SQL, an act a second, with personal data that are really sealed; leaf hashes are placeholders. */
export const loadSealedLog = async ({
  pool,
  subjectKeys,
  organizationId,
  entries,
  perSeal,
}: SealedLog): Promise<void> => {
  const seals = Math.ceil(entries / perSeal);
  const clients = [];
  for (let made = 0; made < seals; made += 1) {
    const userId = `usr_${made % 50}`;
    const subject = await subjectKeys.subjectFor(organizationId, userId);
    const client = { organizationId, subject, userId, address: `192.0.2.${made % 50}`, userAgent: `curl/8 ${made}` };
    clients.push(await sealClient(subjectKeys, client));
  }
  await pool.query(
    `insert into read_model.audit_log
       (organization_id, number, id, event_id, occurred_at, action, resource, resource_id, result, request_id,
        actor_type, api_key_id, metadata, sealed_client, sealed_name, subject, address_subject, commitments, leaf_hash,
        latest_at, lateness_ms)
     select $1, i, 'aud_' || lpad(i::text, 26, '0'), gen_random_uuid(), at, 'translate', 'text',
            'req_' || lpad(i::text, 26, '0'), 'success', 'req_' || lpad(i::text, 26, '0'), 'api_key', 'key_1',
            '{"character_count":31,"domain":"general","endpoint":"translate","source_language":"fi","target_language":"en","word_count":17}',
            ($4::text[])[1 + i / $3], null, ($5::text[])[1 + i / $3], ($6::text[])[1 + i / $3],
            (($7::text[])[1 + i / $3])::jsonb, sha256(i::text::bytea), at, 0
       from generate_series(0, $2::integer - 1) as i,
            lateral (select timestamptz '2026-01-01' + i * interval '1 second' as at) as t`,
    [
      organizationId,
      entries,
      perSeal,
      clients.map(({ sealedClient }) => sealedClient),
      clients.map(({ subject }) => subject),
      clients.map(({ addressSubject }) => addressSubject),
      clients.map(({ commitments }) => JSON.stringify(commitments)),
    ],
  );
};
