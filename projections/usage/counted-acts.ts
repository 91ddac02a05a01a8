import type { AuditResource } from '#libs/domain/audit/audit-vocabulary.js';
import type { RefusedAct } from '#libs/domain/text-usage/text-usage.events.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { Handlers, Rows } from '#libs/read-side/projection/projection.port.js';
import type { UsageEndpoint } from './usage.entity.js';

/** Types of the events that stand for a request, or for characters of one. */
export type UsageEventType =
  | 'TextTranslated'
  | 'LanguageDetected'
  | 'RequestRefused'
  | 'RefusalsCounted'
  | 'TextStreamEnded'
  | 'DocumentUploaded'
  | 'DocumentTranslationRequested'
  | 'DocumentTranslationCompleted'
  | 'DocumentDownloaded'
  | 'DocumentDeleted'
  | 'GlossaryCreated'
  | 'GlossaryEntriesReplaced'
  | 'GlossaryDeleted'
  | 'ApiKeyCreated'
  | 'ApiKeyRotated'
  | 'ApiKeyRevoked'
  | 'UserInvited'
  | 'UserInviteRenewed'
  | 'UserPasswordSet'
  | 'UserChanged'
  | 'UserSessionsEnded'
  | 'UserDeleted'
  | 'OwnerSignedUp'
  | 'SessionBegan'
  | 'WebhookCreated'
  | 'WebhookUpdated'
  | 'WebhookSecretRotated'
  | 'WebhookReplayRequested'
  | 'WebhookDeleted'
  | 'ReportRequested'
  | 'ReportDownloaded'
  | 'CertificationRecorded'
  | 'CertificationDeleted'
  | 'HoldPlaced'
  | 'HoldLifted'
  | 'AuditLogExportStarted'
  | 'ErasureRequested'
  | 'SubjectDataRead'
  | 'OrganizationSettingsChanged'
  | 'ExternalEnginesChanged'
  | 'ProcessingRecordChanged';

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
  hold: 'compliance',
};

const endpointOfRefused = ({ action, resource, endpoint }: RefusedAct): UsageEndpoint => {
  if (endpoint !== undefined) return endpoint;
  if (resource !== 'text') return endpointOfResource[resource];
  return action === 'detect' ? 'detect' : 'translate';
};

/** Amounts of a request, or of the characters that it caused later. */
export interface UsageAmounts {
  requests: number;
  characters: number;
}

/** Adds amounts to the row that they belong to. */
export type Tally<Row extends object> = (
  rows: Rows<Row>,
  metadata: EventMetadata,
  endpoint: UsageEndpoint,
  amounts: UsageAmounts,
) => void;

export const dayOf = ({ occurredAt }: EventMetadata): string => occurredAt.slice(0, 'YYYY-MM-DD'.length);

/** Whether an act came over the API. */
const isOfCaller = ({ keyId, actorType }: EventMetadata): boolean => keyId !== null || actorType === 'user';

/** Revision of the translation that an upload requests in the same append, which is no request of its own. */
const revisionOfUploadsTranslation = 1;

/**
 * Acts, refused ones too, and their characters, as events have them. The characters of a document count when its translation is
 * completed, for whom the event's metadata name: that of the request.
 */
export const countedInto = <Row extends object>(tally: Tally<Row>): Handlers<Row, UsageEventType> => {
  const countRequest = (rows: Rows<Row>, metadata: EventMetadata, endpoint: UsageEndpoint, characters = 0) =>
    tally(rows, metadata, endpoint, { requests: 1, characters });
  /** An operator's act, on the command line, is no request of the organization. */
  const countActOf =
    (endpoint: UsageEndpoint) =>
    (rows: Rows<Row>, { metadata }: { metadata: EventMetadata }): void => {
      if (isOfCaller(metadata)) countRequest(rows, metadata, endpoint);
    };
  const countKeyAct = countActOf('api_keys');
  const countUserAct = countActOf('auth');
  const countComplianceAct = countActOf('compliance');
  const countOrganizationAct = countActOf('organization');
  return {
    TextTranslated: (rows, { data, metadata }) => countRequest(rows, metadata, data.endpoint, data.characterCount),
    LanguageDetected: (rows, { metadata }) => countRequest(rows, metadata, 'detect'),
    RequestRefused: (rows, { data, metadata }) => {
      if (data.action !== 'request_refused') countRequest(rows, metadata, endpointOfRefused(data));
    },
    RefusalsCounted: (rows, { data, metadata }) => {
      for (const act of data.acts) {
        tally(rows, metadata, endpointOfRefused(act), { requests: act.count, characters: 0 });
      }
    },
    TextStreamEnded: (rows, { data, metadata }) => countRequest(rows, metadata, 'stream', data.countedCharacters),
    DocumentUploaded: (rows, { metadata }) => countRequest(rows, metadata, 'documents'),
    DocumentTranslationRequested: (rows, { revision, metadata }) => {
      if (revision !== revisionOfUploadsTranslation) countRequest(rows, metadata, 'documents');
    },
    DocumentTranslationCompleted: (rows, { data, metadata }) =>
      tally(rows, metadata, 'documents', { requests: 0, characters: data.characterCount }),
    DocumentDownloaded: (rows, { metadata }) => countRequest(rows, metadata, 'documents'),
    DocumentDeleted: (rows, { metadata }) => countRequest(rows, metadata, 'documents'),
    GlossaryCreated: (rows, { metadata }) => countRequest(rows, metadata, 'glossaries'),
    GlossaryEntriesReplaced: (rows, { metadata }) => countRequest(rows, metadata, 'glossaries'),
    GlossaryDeleted: (rows, { metadata }) => countRequest(rows, metadata, 'glossaries'),
    UserInvited: countUserAct,
    UserInviteRenewed: countUserAct,
    UserPasswordSet: countUserAct,
    UserChanged: countUserAct,
    UserSessionsEnded: countUserAct,
    UserDeleted: countUserAct,
    OwnerSignedUp: countUserAct,
    SessionBegan: (rows, { data, metadata }) => {
      // Who sets a password is signed in by the same request.
      if (data.method !== 'new_password') countUserAct(rows, { metadata });
    },
    ApiKeyCreated: countKeyAct,
    ApiKeyRotated: countKeyAct,
    ApiKeyRevoked: countKeyAct,
    WebhookCreated: (rows, { metadata }) => countRequest(rows, metadata, 'webhooks'),
    WebhookUpdated: (rows, { metadata }) => countRequest(rows, metadata, 'webhooks'),
    WebhookSecretRotated: (rows, { metadata }) => countRequest(rows, metadata, 'webhooks'),
    WebhookReplayRequested: (rows, { metadata }) => countRequest(rows, metadata, 'webhooks'),
    WebhookDeleted: (rows, { metadata }) => countRequest(rows, metadata, 'webhooks'),
    ReportRequested: countComplianceAct,
    ReportDownloaded: countComplianceAct,
    CertificationRecorded: countComplianceAct,
    CertificationDeleted: countComplianceAct,
    HoldPlaced: countComplianceAct,
    HoldLifted: countComplianceAct,
    AuditLogExportStarted: countComplianceAct,
    ErasureRequested: countComplianceAct,
    SubjectDataRead: countComplianceAct,
    OrganizationSettingsChanged: countOrganizationAct,
    ExternalEnginesChanged: countOrganizationAct,
    ProcessingRecordChanged: countOrganizationAct,
  };
};
