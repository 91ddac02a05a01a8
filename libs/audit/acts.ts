import type { AuditAction, AuditResource, AuditResult } from '#libs/domain/audit/audit-vocabulary.js';
import type { ExportFilters } from '#libs/domain/audit-export/audit-export.events.js';
import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import { isAccountId } from '#libs/domain/user/account-id.js';
import type { RecordedDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import type { AuditMetadata } from './audit-metadata.js';
import { heldFacts, settingsFacts } from './facts.js';

/** The act that an event records, and the resource it was done to. */
export interface Act {
  action: AuditAction;
  resource: AuditResource;
  resource_id: string;
  /** Result of the act; `success` when omitted. */
  result?: AuditResult;
  /** The entry's `metadata`. */
  facts: AuditMetadata;
  sealed_name?: string;
  /** Commitment to the name; null where there is none. */
  name_commitment?: string | null;
}

type Describe<Type extends EventType> = (event: RecordedDomainEvent<EventOf<Type>>) => Act;

const actOn =
  (resource: AuditResource) =>
  (action: AuditAction, resource_id: string, facts: AuditMetadata = {}): Act => ({
    action,
    resource,
    resource_id,
    facts,
  });

const auditLogAct = actOn('audit_log');
const certificationAct = actOn('certification');
const documentAct = actOn('document');
const glossaryAct = actOn('glossary');
const holdAct = actOn('hold');
const keyAct = actOn('api_key');
const organizationAct = actOn('organization');
const reportAct = actOn('report');
const subjectAct = actOn('subject');
const userAct = actOn('user');
const webhookAct = actOn('webhook');

const resultOfRefusal = (status: number): AuditResult => (status === 401 || status === 403 ? 'denied' : 'failure');

/** The glossary and the version that a translation used; empty where it used none. */
const glossaryFacts = (data: { glossaryId?: string; glossaryVersion?: number }): AuditMetadata =>
  data.glossaryId === undefined || data.glossaryVersion === undefined
    ? {}
    : { glossary_id: data.glossaryId, glossary_version: data.glossaryVersion };

/** Criteria of an export; personal ones by their names alone. */
const filterFacts = ({ user_id, ip_address, ...clear }: ExportFilters): AuditMetadata => {
  const personal = Object.entries({ ip_address, user_id }).filter(([, value]) => value !== undefined);
  return { ...clear, ...(personal.length === 0 ? {} : { filtered_by: personal.map(([name]) => name) }) };
};

/**
 * Every event type, so that a new one does not compile until it is declared as an act or as none.
 * One act leaves one entry: a rotation is recorded by the event on the old key, an upload's translation by
 * its end. Null: the service's own doing, or a part of an act that another event records.
 */
export const acts = {
  TextTranslated: ({ data, metadata }) => ({
    action: 'translate',
    resource: 'text',
    resource_id: metadata.requestId,
    facts: {
      character_count: data.characterCount,
      domain: data.domain,
      endpoint: data.endpoint,
      source_language: data.sourceLanguage,
      target_language: data.targetLanguage,
      word_count: data.wordCount,
      ...glossaryFacts(data),
    },
  }),
  LanguageDetected: ({ data, metadata }) => ({
    action: 'detect',
    resource: 'text',
    resource_id: metadata.requestId,
    facts: { character_count: data.characterCount, language: data.language },
  }),
  RequestRefused: ({ data }) => ({
    action: data.action,
    resource: data.resource,
    resource_id: data.resourceId,
    result: resultOfRefusal(data.status),
    facts: {
      code: data.code,
      status: data.status,
      ...(data.endpoint === undefined ? {} : { endpoint: data.endpoint }),
      ...(data.method === undefined ? {} : { method: data.method }),
      ...(data.route === undefined ? {} : { route: data.route }),
    },
  }),
  RefusalsCounted: ({ data }) => ({
    // An attempt to sign in on no known account is counted under the organization.
    ...(isAccountId(data.keyId) || data.keyId === data.organizationId ? userAct : keyAct)(
      'request_refused',
      data.keyId,
      {
        code: data.code,
        count: data.count,
        first_at: data.firstAt,
        last_at: data.lastAt,
        routes: data.routes,
        status: data.status,
      },
    ),
    result: resultOfRefusal(data.status),
  }),

  TextStreamBegan: null,
  TextStreamEnded: ({ data, metadata }) => ({
    action: 'translate',
    resource: 'text',
    resource_id: metadata.requestId,
    // Who cancels a stream of his own has got what he asked for.
    result: data.result === 'completed' || data.result === 'cancelled' ? 'success' : 'failure',
    facts: {
      character_count: data.characterCount,
      domain: data.domain,
      endpoint: 'stream',
      outcome: data.result,
      source_language: data.sourceLanguage,
      target_language: data.targetLanguage,
      word_count: data.wordCount,
      ...(data.code === null ? {} : { code: data.code }),
      ...glossaryFacts(data),
    },
  }),

  DocumentUploaded: ({ data }) => ({
    ...documentAct('document_upload', data.documentId, {
      character_count: data.characterCount,
      format: data.format,
      page_count: data.pageCount,
      sha256: data.sha256,
      size_bytes: data.sizeBytes,
      source_language: data.sourceLanguage,
      word_count: data.wordCount,
    }),
    sealed_name: data.sealedName,
    name_commitment: data.nameCommitment,
  }),
  DocumentTranslationRequested: null,
  DocumentTranslationProgressed: null,
  DocumentTranslationCompleted: ({ data }) =>
    documentAct('translate_document', data.documentId, {
      character_count: data.characterCount,
      domain: data.domain,
      source_language: data.sourceLanguage,
      target_language: data.targetLanguage,
      word_count: data.wordCount,
      ...glossaryFacts(data),
    }),
  DocumentTranslationFailed: ({ data }) => ({
    ...documentAct('translate_document', data.documentId, {
      code: data.error.code,
      source_language: data.sourceLanguage,
      target_language: data.targetLanguage,
    }),
    result: 'failure',
  }),
  DocumentDownloaded: ({ data }) =>
    documentAct('document_download', data.documentId, {
      translation_id: data.translationId,
      ...(data.sourceLanguage === null ? {} : { source_language: data.sourceLanguage }),
      ...(data.targetLanguage === null ? {} : { target_language: data.targetLanguage }),
      ...(data.includesSource && { include_source: true }),
    }),
  DocumentExpired: null,
  DocumentRetentionApplied: ({ data }) =>
    documentAct('retention_apply', data.documentId, { expires_at: data.expiresAt, file_count: data.fileCount }),
  DocumentDeleted: ({ data }) => documentAct('document_delete', data.documentId),

  GlossaryCreated: ({ data }) =>
    glossaryAct('glossary_create', data.glossaryId, {
      domain: data.domain,
      entry_count: data.entryCount,
      name: data.name,
      source_language: data.sourceLanguage,
      target_language: data.targetLanguage,
    }),
  GlossaryEntriesReplaced: ({ data }) =>
    glossaryAct('glossary_update', data.glossaryId, { entry_count: data.entryCount, version: data.version }),
  GlossaryDeleted: ({ data }) => glossaryAct('glossary_delete', data.glossaryId),

  ApiKeyCreated: ({ data }) =>
    keyAct('api_key_create', data.keyId, {
      expires_at: data.expiresAt,
      ip_allowlist: data.ipAllowlist,
      name: data.name,
      scopes: data.scopes,
    }),
  ApiKeyIssuedByRotation: null,
  ApiKeyRotated: ({ data }) =>
    keyAct('api_key_rotate', data.keyId, { grace_ends_at: data.graceEndsAt, successor_id: data.successorId }),
  ApiKeyRevoked: ({ data }) => keyAct('api_key_revoke', data.keyId),

  OrganizationCreated: null,
  OrganizationTierChanged: ({ data }) =>
    organizationAct('settings_change', data.organizationId, {
      previous_value: data.previousTier,
      setting: 'tier',
      value: data.tier,
    }),
  OrganizationSettingsChanged: ({ data }) =>
    organizationAct('settings_change', data.organizationId, settingsFacts(data.changes, data.previous)),
  WebhookDeliveriesRemoved: ({ data }) =>
    organizationAct('retention_apply', data.organizationId, {
      deliveries: data.deliveryIds.length,
      retention_webhook_deliveries: data.retention,
      scheduled_before: data.scheduledBefore,
    }),
  OrganizationSuspended: ({ data }) => organizationAct('organization_suspend', data.organizationId),
  OrganizationResumed: ({ data }) => organizationAct('organization_resume', data.organizationId),
  UserCreated: null,
  UserInvited: ({ data }) => userAct('user_create', data.accountId, { role: data.role }),
  UserInviteRenewed: ({ data }) => userAct('user_update', data.accountId, { invite_renewed: true }),
  UserPasswordSet: ({ data }) => userAct('password_change', data.accountId, { by: data.by }),
  UserIdentityLinked: ({ data }) => userAct('user_update', data.accountId, { identity_linked: data.issuer }),
  UserChanged: ({ data }) =>
    userAct('user_update', data.accountId, {
      name_changed: data.nameChanged,
      previous_role: data.previousRole,
      role: data.role,
    }),
  UserDeleted: ({ data }) => userAct('user_delete', data.accountId),
  SessionBegan: ({ data }) =>
    userAct('user_login', data.accountId, { method: data.method, session_id: data.sessionId }),
  SessionEnded: null,

  AuditLogExportStarted: ({ data }) => ({
    action: 'audit_log_export',
    resource: 'audit_log',
    resource_id: data.exportId,
    facts: {
      format: data.format,
      tree_size: data.treeSize,
      ...(data.after === null ? {} : { after: data.after }),
      ...(data.follow && { follow: true }),
      ...filterFacts(data.filters),
    },
  }),
  AuditLogExportCompleted: null,
  AuditLogExportBroken: null,
  AuditLogExportAbandoned: null,
  AuditLogKeyRotated: ({ data }) =>
    auditLogAct('log_key_rotate', data.organizationId, {
      key_generation: data.generation,
      log: data.origin,
      previous_valid_until: data.previousValidUntil,
      verifier_key: data.verifierKey,
      ...(data.reason === undefined ? {} : { reason: data.reason }),
    }),
  AuditLogBegun: ({ data }) =>
    auditLogAct('log_key_rotate', data.organizationId, {
      key_generation: data.generation,
      log: data.origin,
      previous_checkpoint: data.previousCheckpoint,
      reason: data.reason,
      verifier_key: data.verifierKey,
    }),
  AuditLogResumed: ({ data }) =>
    auditLogAct('log_resume', data.organizationId, {
      log: data.origin,
      reason: data.reason,
      stopped_because: data.stoppedBecause,
      without_copy: data.withoutCopy,
    }),
  CertificationRecorded: ({ data }) =>
    certificationAct('certification_update', data.standard, {
      articles: data.articles ?? [],
      certificate_id: data.certificateId,
      expected_date: data.expectedDate,
      expires_at: data.expiresAt,
      level: data.level,
      report_period: data.reportPeriod,
      status: data.status,
      verified_at: data.verifiedAt,
    }),
  CertificationExpiring: null,
  CertificationDeleted: ({ data }) => certificationAct('certification_delete', data.standard),

  HoldPlaced: ({ data }) => holdAct('hold_place', data.holdId, { ...heldFacts(data.target), reason: data.reason }),
  HoldLifted: ({ data }) => holdAct('hold_lift', data.holdId),

  ReportRequested: ({ data }) =>
    reportAct('report_create', data.reportId, {
      format: data.format,
      period_end: data.period.end,
      period_start: data.period.start,
      type: data.reportType,
    }),
  ReportProgressed: null,
  ReportCompleted: null,
  ReportFailed: null,
  ReportDownloaded: ({ data }) =>
    reportAct('report_download', data.reportId, { format: data.format, type: data.reportType }),
  ReportExpired: ({ data }) =>
    reportAct('retention_apply', data.reportId, { expires_at: data.expiresAt, file_count: 1 }),
  // A leaf has no reference of a data subject: the erasure leads to it.
  ErasureRequested: ({ data }) =>
    subjectAct('subject_erase', data.erasureId, { reason: data.reason, subject_type: data.subjectType }),
  ErasureCompleted: null,
  ErasureFailed: null,
  SubjectDataRead: ({ data, metadata }) =>
    subjectAct('subject_access', metadata.requestId, { subject_type: data.subjectType }),

  WebhookCreated: ({ data }) => webhookAct('webhook_create', data.webhookId, { events: data.events }),
  WebhookUpdated: ({ data }) =>
    webhookAct('webhook_update', data.webhookId, {
      enabled: data.isEnabled,
      events: data.events,
      url_changed: data.isUrlChanged,
    }),
  WebhookSecretRotated: ({ data }) =>
    webhookAct('webhook_update', data.webhookId, {
      previous_valid_until: data.previousValidUntil,
      secret_rotated: true,
    }),
  WebhookReplayRequested: ({ data }) =>
    webhookAct('webhook_replay', data.webhookId, { deliveries: data.deliveries, end: data.end, start: data.start }),
  WebhookDisabled: ({ data }) => webhookAct('webhook_disable', data.webhookId, { reason: data.reason }),
  WebhookDeleted: ({ data }) => webhookAct('webhook_delete', data.webhookId),
  WebhookEventMatched: null,
  WebhookDeliveryScheduled: null,
  WebhookDeliveryAttempted: null,
  WebhookDeliveryRescheduled: null,
  WebhookDeliverySucceeded: null,
  WebhookDeliveryFailed: null,
} as const satisfies { [Type in EventType]: Describe<Type> | null };

/** The event types that leave an entry. */
export type AuditedEventType = {
  [Type in EventType]: (typeof acts)[Type] extends null ? never : Type;
}[EventType];
