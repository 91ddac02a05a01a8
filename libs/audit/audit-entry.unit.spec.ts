import { describe, expect, it } from 'vitest';
import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { RecordedDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { acts } from './acts.js';
import { auditEntryOf, isAudited } from './audit-entry.js';

const metadata: EventMetadata = {
  organizationId: 'org_a',
  actorType: 'api_key',
  keyId: 'key_1',
  subject: 'sub_ada',
  sealedClient: 'sealed-client',
  requestId: 'req_1',
  clientRequestId: 'theirs',
  traceparent: null,
  occurredAt: '2026-11-21T10:00:00.000Z',
};

const event = <Type extends EventType>(type: Type, data: EventOf<Type>['data']): RecordedDomainEvent =>
  ({
    type,
    data,
    id: 'd50bf627-3b9b-5254-9b1f-5f0d7f3f0a7e',
    stream: 'stream-1',
    revision: 0,
    position: '1' as Position,
    recordedAt: '2026-11-21T10:00:00.100Z',
    metadata,
  }) as RecordedDomainEvent;

const by = { organizationId: 'org_a', keyId: 'key_1' };
const document = { documentId: 'doc_1', organizationId: 'org_a' };
const translation = { ...document, translationId: 'tr_1', sourceLanguage: 'fi', targetLanguage: 'en' };
const now = '2026-11-21T10:00:00.000Z';

const translatedFacts: EventOf<'TextTranslated'>['data'] = {
  ...by,
  endpoint: 'translate',
  sourceLanguage: 'fi',
  targetLanguage: 'en',
  detectedLanguage: 'et',
  domain: '12 law',
  wordCount: 2,
  characterCount: 9,
  model: 'echo',
  confidence: 0.5,
  cached: true,
};
const translated = event('TextTranslated', translatedFacts);
const uploaded = event('DocumentUploaded', {
  ...document,
  sealedName: 'sealed-name',
  format: 'txt',
  mediaType: 'text/plain',
  sizeBytes: 10,
  sha256: 'ab',
  pageCount: 1,
  wordCount: 2,
  characterCount: 9,
  segmentCount: 1,
  sourceLanguage: 'fi',
  detectedLanguage: null,
  blobId: 'blob_1',
  webhookRef: null,
  uploadedAt: now,
});
const glossaryVersion = {
  glossaryId: 'glo_1',
  organizationId: 'org_a',
  name: 'terms',
  sourceLanguage: 'fi',
  targetLanguage: 'en',
  domain: '12 law',
  version: 1,
  entryCount: 2,
  blobId: 'blob_1',
  sizeBytes: 1,
  sha256: 'ab',
  createdAt: now,
  updatedAt: now,
};
const refused = (status: number) =>
  event('RequestRefused', {
    ...by,
    action: 'document_delete',
    resource: 'document',
    resourceId: 'doc_9',
    code: 'some_code',
    status,
  });

describe('the audit entry of an event', () => {
  it('an audit entry says who did what when, with personal data as ciphertext', () => {
    expect(auditEntryOf(translated)).toEqual({
      organization_id: 'org_a',
      event_id: 'd50bf627-3b9b-5254-9b1f-5f0d7f3f0a7e',
      timestamp: now,
      action: 'translate',
      resource: 'text',
      resource_id: 'req_1',
      result: 'success',
      request_id: 'req_1',
      actor_type: 'api_key',
      api_key_id: 'key_1',
      metadata: { source_language: 'fi', target_language: 'en', word_count: 2, domain: '12 law' },
      sealed_client: 'sealed-client',
      sealed_name: null,
    });
  });

  it('an audit entry names the glossary that a translation used, in its version', () => {
    const withGlossary = event('TextTranslated', { ...translatedFacts, glossaryId: 'glo_1', glossaryVersion: 3 });
    expect(auditEntryOf(withGlossary)?.metadata).toEqual({
      ...auditEntryOf(translated)?.metadata,
      glossary_id: 'glo_1',
      glossary_version: 3,
    });
  });

  it('an audit entry keeps the name of an uploaded file sealed', () => {
    expect(auditEntryOf(uploaded)).toMatchObject({
      action: 'document_upload',
      resource: 'document',
      resource_id: 'doc_1',
      sealed_name: 'sealed-name',
      metadata: { format: 'txt', size_bytes: 10, sha256: 'ab', page_count: 1, word_count: 2, source_language: 'fi' },
    });
  });

  it.each([
    ['completed', null, 'success'],
    ['cancelled', null, 'failure'],
    ['broken', null, 'failure'],
    ['failed', 'model_unavailable', 'failure'],
  ] as const)('the entry of a stream that was %s (code %s) has the result %s', (outcome, code, result) => {
    const facts = {
      sourceLanguage: 'en',
      targetLanguage: 'es',
      detectedLanguage: 'en',
      domain: '12 law',
      wordCount: 4,
    };
    const end = { result: outcome, code, countedCharacters: 0, model: null, confidence: null, cached: false };
    expect(auditEntryOf(event('TextStreamEnded', { ...by, ...facts, ...end, characterCount: 26 }))).toMatchObject({
      action: 'translate',
      resource: 'text',
      resource_id: 'req_1',
      result,
      metadata: { endpoint: 'stream', outcome, word_count: 4, domain: '12 law', ...(code === null ? {} : { code }) },
    });
  });

  it.each([
    [400, 'failure'],
    [401, 'denied'],
    [402, 'failure'],
    [403, 'denied'],
    [404, 'failure'],
    [503, 'failure'],
  ])('the entry of a request with status %i has the result %s', (status, result) => {
    expect(auditEntryOf(refused(status))).toMatchObject({
      action: 'document_delete',
      resource: 'document',
      resource_id: 'doc_9',
      result,
      metadata: { code: 'some_code', status },
    });
  });

  it.each([
    [
      'detect text',
      event('LanguageDetected', { ...by, language: 'fi', confidence: 1, characterCount: 9 }),
      { resource_id: 'req_1', metadata: { language: 'fi', character_count: 9 } },
    ],
    [
      'translate_document document',
      event('DocumentTranslationCompleted', {
        ...translation,
        domain: 'general',
        blobId: 'blob_2',
        sizeBytes: 1,
        sha256: 'cd',
        model: 'echo',
        confidence: 1,
        wordCount: 2,
        characterCount: 9,
        webhookRef: null,
        completedAt: now,
        expiresAt: now,
      }),
      {
        resource_id: 'doc_1',
        result: 'success',
        metadata: { source_language: 'fi', target_language: 'en', word_count: 2, domain: 'general' },
      },
    ],
    [
      'translate_document document',
      event('DocumentTranslationFailed', {
        ...translation,
        error: { code: 'processing_failed', message: 'It failed.' },
        webhookRef: null,
        failedAt: now,
        expiresAt: now,
      }),
      {
        resource_id: 'doc_1',
        result: 'failure',
        metadata: { source_language: 'fi', target_language: 'en', code: 'processing_failed' },
      },
    ],
    [
      'document_download document',
      event('DocumentDownloaded', { ...document, translationId: 'tr_1', downloadedAt: now }),
      { resource_id: 'doc_1', metadata: { translation_id: 'tr_1' } },
    ],
    [
      'document_delete document',
      event('DocumentDeleted', { ...document, blobIds: [], deletedAt: now }),
      { resource_id: 'doc_1', metadata: {} },
    ],
    [
      'glossary_create glossary',
      event('GlossaryCreated', glossaryVersion),
      {
        resource_id: 'glo_1',
        metadata: { name: 'terms', source_language: 'fi', target_language: 'en', domain: '12 law', entry_count: 2 },
      },
    ],
    [
      'glossary_update glossary',
      event('GlossaryEntriesReplaced', { ...glossaryVersion, version: 2, droppedBlobIds: [] }),
      { resource_id: 'glo_1', metadata: { version: 2, entry_count: 2 } },
    ],
    [
      'glossary_delete glossary',
      event('GlossaryDeleted', { glossaryId: 'glo_1', organizationId: 'org_a', blobIds: [], deletedAt: now }),
      { resource_id: 'glo_1', metadata: {} },
    ],
    [
      'api_key_rotate api_key',
      event('ApiKeyRotated', { ...by, keyId: 'key_2', successorId: 'key_3', graceEndsAt: now }),
      { resource_id: 'key_2', metadata: { successor_id: 'key_3', grace_ends_at: now } },
    ],
    [
      'api_key_revoke api_key',
      event('ApiKeyRevoked', { ...by, keyId: 'key_2', revokedAt: now }),
      { resource_id: 'key_2' },
    ],
    [
      'settings_change organization',
      event('OrganizationTierChanged', { organizationId: 'org_a', tier: 'max', previousTier: 'pro' }),
      { resource_id: 'org_a', metadata: { setting: 'tier', value: 'max', previous_value: 'pro' } },
    ],
    [
      'organization_suspend organization',
      event('OrganizationSuspended', { organizationId: 'org_a', suspendedAt: now }),
      { resource_id: 'org_a' },
    ],
    [
      'organization_resume organization',
      event('OrganizationResumed', { organizationId: 'org_a', resumedAt: now }),
      { resource_id: 'org_a' },
    ],
  ])('the action and resource of an entry are %s', (actionAndResource, given, expected) => {
    const entry = auditEntryOf(given);
    expect(`${entry?.action} ${entry?.resource}`).toBe(actionAndResource);
    expect(entry).toMatchObject(expected);
  });

  it('the entry of a new key shows what it may do, and nothing of its secret, addresses or owner', () => {
    const created = event('ApiKeyCreated', {
      ...by,
      keyId: 'key_2',
      name: 'CI',
      secretHash: 'secret-hash',
      scopes: ['translate'],
      ipAllowlist: ['192.0.2.7'],
      expiresAt: null,
      createdAt: now,
      ownerSubject: 'sub_owner',
      sealedOwner: 'sealed-owner',
    });
    expect(auditEntryOf(created)).toMatchObject({
      action: 'api_key_create',
      resource_id: 'key_2',
      metadata: { name: 'CI', scopes: ['translate'], expires_at: null },
    });
    expect(JSON.stringify(auditEntryOf(created))).not.toMatch(/secret-hash|192\.0\.2\.7|owner/);
  });

  it('only acts leave an audit entry', () => {
    const unaudited = (Object.keys(acts) as EventType[]).filter((type) => !isAudited(type));
    expect(unaudited).toEqual([
      'TextStreamBegan',
      'DocumentTranslationRequested',
      'DocumentTranslationProgressed',
      'DocumentExpired',
      'ApiKeyIssuedByRotation',
      'OrganizationCreated',
      'UserCreated',
      'WebhookDeliveryScheduled',
      'WebhookDeliveryAttempted',
      'WebhookDeliverySucceeded',
      'WebhookDeliveryFailed',
    ]);
    expect(auditEntryOf(event('DocumentExpired', { ...document, blobIds: [], expiredAt: now }))).toBeUndefined();
  });
});
