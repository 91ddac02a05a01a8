import type { AuditAction, AuditResource } from '#libs/domain/audit/audit-vocabulary.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { projection, type Rows } from '#libs/read-side/projection/projection.port.js';
import type { UsageEndpoint, UsageEntity } from './usage.entity.js';

type UsageEventType =
  | 'TextTranslated'
  | 'LanguageDetected'
  | 'RequestRefused'
  | 'TextStreamEnded'
  | 'DocumentUploaded'
  | 'DocumentTranslationRequested'
  | 'DocumentTranslationCompleted'
  | 'DocumentDownloaded'
  | 'DocumentDeleted'
  | 'GlossaryCreated'
  | 'GlossaryEntriesReplaced'
  | 'GlossaryDeleted';

const endpointOfResource: Record<Exclude<AuditResource, 'text'>, UsageEndpoint> = {
  document: 'documents',
  api_key: 'api_keys',
  glossary: 'glossaries',
  webhook: 'webhooks',
  report: 'compliance',
  audit_log: 'compliance',
  certification: 'compliance',
  organization: 'organization',
  user: 'auth',
  subject: 'compliance',
};

const endpointOfRefused = (action: AuditAction, resource: AuditResource): UsageEndpoint => {
  if (resource !== 'text') return endpointOfResource[resource];
  return action === 'detect' ? 'detect' : 'translate';
};

const keyOf = (metadata: EventMetadata, endpoint: UsageEndpoint) => ({
  organization_id: metadata.organizationId,
  day: metadata.occurredAt.slice(0, 'YYYY-MM-DD'.length),
  key_id: metadata.keyId ?? '',
  endpoint,
});

const countRequest = (rows: Rows<UsageEntity>, metadata: EventMetadata, endpoint: UsageEndpoint, characters = 0) => {
  const key = keyOf(metadata, endpoint);
  rows.add(key, { requests: 1, characters });
  rows.update(key, { last_at: metadata.occurredAt });
};

/** Revision of the translation that an upload requests in the same append, which is no request of its own. */
const revisionOfUploadsTranslation = 1;

/**
 * Requests and characters of each organization, day, key and endpoint. The characters of a document count
 * when its translation is completed, for the key in the event's metadata, that of the request.
 */
export const usage = projection<UsageEntity, UsageEventType>({
  name: 'usage',
  version: 1,
  table: 'read_model.usage',
  primaryKey: ['organization_id', 'day', 'key_id', 'endpoint'],
  onFailure: 'park',
  handlers: {
    TextTranslated: (rows, { data, metadata }) => countRequest(rows, metadata, data.endpoint, data.characterCount),
    LanguageDetected: (rows, { metadata }) => countRequest(rows, metadata, 'detect'),
    RequestRefused: (rows, { data, metadata }) =>
      countRequest(rows, metadata, data.endpoint ?? endpointOfRefused(data.action, data.resource)),
    TextStreamEnded: (rows, { data, metadata }) => countRequest(rows, metadata, 'stream', data.countedCharacters),
    DocumentUploaded: (rows, { metadata }) => countRequest(rows, metadata, 'documents'),
    DocumentTranslationRequested: (rows, { revision, metadata }) => {
      if (revision !== revisionOfUploadsTranslation) countRequest(rows, metadata, 'documents');
    },
    DocumentTranslationCompleted: (rows, { data, metadata }) =>
      rows.add(keyOf(metadata, 'documents'), { requests: 0, characters: data.characterCount }, { last_at: null }),
    DocumentDownloaded: (rows, { metadata }) => countRequest(rows, metadata, 'documents'),
    DocumentDeleted: (rows, { metadata }) => countRequest(rows, metadata, 'documents'),
    GlossaryCreated: (rows, { metadata }) => countRequest(rows, metadata, 'glossaries'),
    GlossaryEntriesReplaced: (rows, { metadata }) => countRequest(rows, metadata, 'glossaries'),
    GlossaryDeleted: (rows, { metadata }) => countRequest(rows, metadata, 'glossaries'),
  },
});
