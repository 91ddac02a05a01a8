import type { Pool } from 'pg';

/** SQL for `{ name: value, … }` as JSON text, the values being SQL. */
const json = (fields: Record<string, string>): string =>
  `json_build_object(${Object.entries(fields)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})`;

const documentId = `'doc_' || md5('document' || i / 100)`;

/** Data of the rarer types, and which of a hundred events have them; the rest are `TextTranslated`. */
const rarer: { type: string; at: number; data: Record<string, string> }[] = [
  {
    type: 'DocumentUploaded',
    at: 0,
    data: {
      documentId,
      organizationId: 'organization',
      sealedName: `encode(sha256(i::text::bytea), 'base64')`,
      format: `'docx'`,
      mediaType: `'application/vnd.openxmlformats-officedocument.wordprocessingml.document'`,
      sizeBytes: '20000 + i % 100000',
      sha256: `encode(sha256(i::text::bytea), 'hex')`,
      pageCount: '1 + i % 30',
      wordCount: '300 + i % 9000',
      characterCount: '2000 + i % 60000',
      segmentCount: '20 + i % 900',
      sourceLanguage: `'en'`,
      detectedLanguage: `'en'`,
      blobId: `'blob_' || md5('blob' || i)`,
      webhookRef: 'null',
      uploadedAt: 'moment',
    },
  },
  {
    type: 'DocumentTranslationRequested',
    at: 1,
    data: {
      documentId,
      organizationId: 'organization',
      translationId: `'trn_' || md5('translation' || i / 100)`,
      sourceLanguage: `'en'`,
      targetLanguage: `'es'`,
      options: json({ domain: `'general'`, preserveLayout: 'true', translateHeaders: 'true', quality: `'balanced'` }),
      requestedAt: 'moment',
      estimatedCompletion: 'moment',
    },
  },
  {
    type: 'DocumentTranslationCompleted',
    at: 50,
    data: {
      documentId,
      organizationId: 'organization',
      translationId: `'trn_' || md5('translation' || i / 100)`,
      sourceLanguage: `'en'`,
      targetLanguage: `'es'`,
      domain: `'general'`,
      blobId: `'blob_' || md5('result' || i)`,
      sizeBytes: '20000 + i % 100000',
      sha256: `encode(sha256(i::text::bytea), 'hex')`,
      model: `'apertium-eng-spa'`,
      confidence: '0.9',
      wordCount: '300 + i % 9000',
      characterCount: '2000 + i % 60000',
      webhookRef: 'null',
      completedAt: 'moment',
      expiresAt: 'moment',
    },
  },
  {
    type: 'ApiKeyCreated',
    at: 70,
    data: {
      keyId: `'key_' || md5('key' || i)`,
      organizationId: 'organization',
      name: `'Production ' || i`,
      secretHash: `encode(sha256(i::text::bytea), 'hex')`,
      scopes: `array['translate', 'detect', 'languages', 'documents:read', 'documents:write']`,
      ipAllowlist: `array['203.0.113.0/24']`,
      expiresAt: 'null',
      createdAt: 'moment',
      ownerSubject: `'sub_' || md5(organization)`,
      sealedOwner: `encode(sha256(i::text::bytea), 'base64')`,
    },
  },
  {
    type: 'RequestRefused',
    at: 90,
    data: {
      organizationId: 'organization',
      keyId: 'key',
      action: `'translate'`,
      resource: `'text'`,
      resourceId: 'request',
      code: `'text_too_long'`,
      status: '400',
    },
  },
];

const textTranslated = {
  organizationId: 'organization',
  keyId: 'key',
  endpoint: `'translate'`,
  sourceLanguage: `'en'`,
  targetLanguage: `(array['es', 'fr', 'de', 'pt', 'ca'])[1 + i % 5]`,
  detectedLanguage: `'en'`,
  domain: `(array['general', '12 law', '28 social questions'])[1 + i % 3]`,
  wordCount: '5 + i % 200',
  characterCount: '30 + i % 1200',
  model: `'apertium-eng-spa'`,
  confidence: '(80 + i % 20) / 100.0',
  cached: 'i % 7 = 0',
};

/** Metadata as the API writes them; `sealedClient` has the length of a sealed user id, address and agent. */
const metadata = {
  organizationId: 'organization',
  actorType: `'api_key'`,
  keyId: 'key',
  subject: `'sub_' || md5(organization)`,
  sealedClient: `md5('a' || i) || md5('b' || i) || md5('c' || i) || md5('d' || i) || md5('e' || i) || md5('f' || i)`,
  requestId: 'request',
  clientRequestId: 'null',
  traceparent: `'00-' || md5('trace' || i) || '-' || left(md5('span' || i), 16) || '-01'`,
  occurredAt: 'moment',
};

/**
 * Writes a log of `count` events straight into the event store's table: 95 % texts in day streams of
 * 20 organizations of uneven size, over 30 days and two processes, the rest documents, keys and refusals.
 * The same events at every run.
 */
export const buildLog = async (pool: Pool, count: number): Promise<void> => {
  const when = (otherwise: string, pick: (rare: (typeof rarer)[number]) => string): string =>
    `case i % 100 ${rarer.map((rare) => `when ${rare.at} then ${pick(rare)}`).join(' ')} else ${otherwise} end`;
  await pool.query(
    `insert into event_store.events (position, stream, revision, id, type, version, data, metadata, recorded_at)
     select i, stream, row_number() over (partition by stream order by i) - 1, md5('event' || i)::uuid,
       ${when(`'TextTranslated'`, ({ type }) => `'${type}'`)}, 1,
       ${when(json(textTranslated), ({ data }) => json(data))}, ${json(metadata)}, at
     from (
       select *, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment,
         'req_' || upper(left(md5('request' || i), 26)) as request, 'key_' || md5(organization || i % 3) as key,
         ${when(`'text_usage-' || organization || '-' || at::date || '-' || i % 2`, ({ type }) => `'${type}-' || md5('stream' || i)`)} as stream
       from (
         select i, 'org_' || md5('organization' || floor(sqrt(hashint8(i) & 1023) / 1.6)) as organization,
           timestamp '2026-10-01' + i * (interval '30 days' / $1::int) as at
         from generate_series(1, $1::int) as i
       ) numbered
     ) placed order by i`,
    [count],
  );
  await pool.query(
    `insert into event_store.stream_part (stream, first_revision, first_position)
     select stream, revision, position from event_store.events where revision = 0`,
  );
  await pool.query('vacuum analyze event_store.events');
};
