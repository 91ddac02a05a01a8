import type { UsageEvidence } from '#libs/reports/report-evidence.js';
import type { NamedUser } from '#libs/reports/report-people.js';

export interface UsageRow {
  day: string | null;
  key_id: string | null;
  key_name: string | null;
  endpoint: string | null;
  /** The reference of who acted. */
  subject: string | null;
  source: string | null;
  target: string | null;
  /** Bits of the columns that the row is not grouped by: day, key_id, endpoint, subject, source. */
  grouped: number;
  translations: number;
  requests: number;
  characters: number;
}

const inAll = 0b11111;
const byDay = 0b01111;
const byKey = 0b10111;
const byEndpoint = 0b11011;
const byUser = 0b11101;
const byLanguagePair = 0b11110;

/** Users that are told apart at most, those with the most characters. */
const maxUsers = 10_000;

/** The entry of an act that a request asked for and that was refused: alone among those that did not succeed it has a status. */
const isRefusal = `(result <> 'success' and metadata ? 'status')`;

/**
 * An upload's own translation has the request of the upload; a further one has a request of its own. Only the index of request ids
 * may find the upload: without statistics the planner would take that of actions, and look at every upload for every
 * translation.
 */
const isOfUpload = (organization: string): string => `exists (
  select from read_model.audit_log upload
   where upload.organization_id = ${organization} and upload.request_id = entry.request_id
     and upload.resource_id || '' = entry.resource_id and upload.action || '' = 'document_upload')`;

/** Acts of the service itself, and parts of a request that another entry stands for. */
const isNoRequest = (organization: string): string => `(
  action in ('request_refused', 'retention_apply', 'webhook_disable', 'log_key_rotate', 'log_resume',
             'organization_suspend', 'organization_resume', 'api_key_transfer')
  or metadata ? 'identity_linked'
  or (action = 'user_login' and metadata->>'method' = 'new_password')
  or (api_key_id is null and actor_type <> 'user')
  or (action = 'translate_document' and ${isOfUpload(organization)}))`;

const requests = (organization: string): string => `case
  when action = 'request_refused' then 0
  when ${isRefusal} then 1
  when ${isNoRequest(organization)} then 0
  else 1 end`;

/** A stream that failed is none: its entry does not say whether a part was sent. */
const isTranslation = `(action in ('translate', 'translate_document')
  and (result = 'success' or metadata->>'outcome' = 'broken'))`;

const characters = `case when ${isTranslation} then (metadata->>'character_count')::bigint else 0 end`;

const endpoint = `coalesce(metadata->>'endpoint', case
  when resource = 'text' then case action when 'detect' then 'detect' else 'translate' end
  when resource = 'document' then 'documents'
  when resource = 'api_key' then 'api_keys'
  when resource = 'glossary' then 'glossaries'
  when resource = 'webhook' then 'webhooks'
  when resource = 'organization' then 'organization'
  when resource = 'user' then 'auth'
  else 'compliance' end)`;

/**
 * SQL that counts the requests and characters of the entries of an organization, given as a parameter, that a condition
 * selects; its rows are for `usageIn`.
 */
export const usageOfEntries = (condition: string, organization: string): string => `
  with counted as (
    select (occurred_at at time zone 'UTC')::date as day, api_key_id as key_id,
           ${endpoint} as endpoint, subject,
           case when ${isTranslation} then metadata->>'source_language' end as source,
           case when ${isTranslation} then metadata->>'target_language' end as target,
           ${requests(organization)} as requests, ${characters} as characters,
           case when ${isTranslation} then 1 else 0 end as translations
      from read_model.audit_log entry where ${condition})
  select day::text as day, key_id, endpoint, subject, source, target,
         (select name from read_model.api_key where id = counted.key_id) as key_name,
         grouping(day, key_id, endpoint, subject, source) as grouped, sum(translations)::bigint as translations,
         coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(characters), 0)::bigint as characters
    from counted
   group by grouping sets ((), (day), (key_id), (endpoint), (subject), (source, target))
  having sum(requests) > 0 or sum(characters) > 0 or sum(translations) > 0
   order by day, characters desc, requests desc, key_id nulls first, endpoint, subject, source, target`;

export const noUsage: UsageEvidence = {
  ...{ requests: 0, characters: 0, byDay: [], byEndpoint: [], byKey: [] },
  ...{ byUser: [], byLanguagePair: [] },
};

/** The references of those who used the service, with the most characters first. */
export const subjectsIn = (rows: readonly UsageRow[]): string[] =>
  rows.flatMap(({ grouped, subject }) => (grouped === byUser && subject !== null ? [subject] : [])).slice(0, maxUsers);

/** Rows of one user are added up: all who are erased are one. */
const usersIn = (rows: readonly (NamedUser & { requests: number; characters: number })[]): UsageEvidence['byUser'] => {
  const users = new Map<string, UsageEvidence['byUser'][number]>();
  for (const row of rows) {
    const { requests = 0, characters = 0 } = users.get(row.user_id) ?? {};
    users.set(row.user_id, { ...row, requests: requests + row.requests, characters: characters + row.characters });
  }
  return [...users.values()];
};

export const usageIn = (rows: readonly UsageRow[], userOf: (subject: string) => NamedUser): UsageEvidence => {
  const of = (grouped: number) => rows.filter((row) => row.grouped === grouped);
  const counts = ({ requests, characters }: UsageRow) => ({ requests, characters });
  const [all] = of(inAll);
  return {
    ...(all === undefined ? { requests: 0, characters: 0 } : counts(all)),
    byDay: of(byDay).map((row) => ({ day: row.day ?? '', ...counts(row) })),
    byEndpoint: of(byEndpoint).map((row) => ({ endpoint: row.endpoint ?? '', ...counts(row) })),
    byKey: of(byKey).map((row) => ({ key_id: row.key_id, key_name: row.key_name, ...counts(row) })),
    byUser: usersIn(of(byUser).map((row) => ({ ...userOf(row.subject ?? ''), ...counts(row) }))),
    byLanguagePair: of(byLanguagePair).flatMap(({ source, target, translations, characters }) =>
      source === null || target === null
        ? []
        : [{ source_language: source, target_language: target, requests: translations, characters }],
    ),
  };
};
