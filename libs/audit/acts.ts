import type { AuditAction, AuditResource, AuditResult } from '#libs/domain/audit/audit-vocabulary.js';
import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import type { RecordedDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import type { AuditMetadata } from './audit-metadata.js';

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
}

type Describe<Type extends EventType> = (event: RecordedDomainEvent<EventOf<Type>>) => Act;

const documentAct = (action: AuditAction, documentId: string, facts: AuditMetadata = {}): Act => ({
  action,
  resource: 'document',
  resource_id: documentId,
  facts,
});

const keyAct = (action: AuditAction, keyId: string, facts: AuditMetadata = {}): Act => ({
  action,
  resource: 'api_key',
  resource_id: keyId,
  facts,
});

const glossaryAct = (action: AuditAction, glossaryId: string, facts: AuditMetadata = {}): Act => ({
  action,
  resource: 'glossary',
  resource_id: glossaryId,
  facts,
});

/** The glossary and the version that a translation used; empty where it used none. */
const glossaryFacts = (data: { glossaryId?: string; glossaryVersion?: number }): AuditMetadata =>
  data.glossaryId === undefined || data.glossaryVersion === undefined
    ? {}
    : { glossary_id: data.glossaryId, glossary_version: data.glossaryVersion };

const organizationAct = (action: AuditAction, organizationId: string, facts: AuditMetadata = {}): Act => ({
  action,
  resource: 'organization',
  resource_id: organizationId,
  facts,
});

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
      domain: data.domain,
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
    result: data.status === 401 || data.status === 403 ? 'denied' : 'failure',
    facts: { code: data.code, status: data.status },
  }),

  TextStreamBegan: null,
  TextStreamEnded: ({ data, metadata }) => ({
    action: 'translate',
    resource: 'text',
    resource_id: metadata.requestId,
    result: data.result === 'completed' ? 'success' : 'failure',
    facts: {
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
      format: data.format,
      page_count: data.pageCount,
      sha256: data.sha256,
      size_bytes: data.sizeBytes,
      source_language: data.sourceLanguage,
      word_count: data.wordCount,
    }),
    sealed_name: data.sealedName,
  }),
  DocumentTranslationRequested: null,
  DocumentTranslationProgressed: null,
  DocumentTranslationCompleted: ({ data }) =>
    documentAct('translate_document', data.documentId, {
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
    documentAct('document_download', data.documentId, { translation_id: data.translationId }),
  DocumentExpired: null,
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
    keyAct('api_key_create', data.keyId, { expires_at: data.expiresAt, name: data.name, scopes: data.scopes }),
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
  OrganizationSuspended: ({ data }) => organizationAct('organization_suspend', data.organizationId),
  OrganizationResumed: ({ data }) => organizationAct('organization_resume', data.organizationId),
  UserCreated: null,

  WebhookDeliveryScheduled: null,
  WebhookDeliveryAttempted: null,
  WebhookDeliverySucceeded: null,
  WebhookDeliveryFailed: null,
} as const satisfies { [Type in EventType]: Describe<Type> | null };

/** The event types that leave an entry. */
export type AuditedEventType = {
  [Type in EventType]: (typeof acts)[Type] extends null ? never : Type;
}[EventType];
