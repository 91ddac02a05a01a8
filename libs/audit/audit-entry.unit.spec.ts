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
const hook = { webhookId: 'whk_1', organizationId: 'org_a' };
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
  nameCommitment: 'bmFtZQ==',
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
const held = { holdId: 'hold_1', organizationId: 'org_a', reason: 'Case 7', placedAt: now };
const report = { reportId: 'rep_1', organizationId: 'org_a', reportType: 'usage', format: 'csv' } as const;
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
      key_id: 'key_1',
      metadata: {
        source_language: 'fi',
        target_language: 'en',
        word_count: 2,
        character_count: 9,
        endpoint: 'translate',
        domain: '12 law',
      },
      sealed_client: 'sealed-client',
      sealed_name: null,
      commitments: {},
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
      commitments: { 'metadata.filename': 'bmFtZQ==' },
      metadata: {
        character_count: 9,
        format: 'txt',
        size_bytes: 10,
        sha256: 'ab',
        page_count: 1,
        word_count: 2,
        source_language: 'fi',
      },
    });
  });

  it.each([
    ['completed', null, 'success'],
    ['cancelled', null, 'success'],
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
      metadata: {
        endpoint: 'stream',
        outcome,
        word_count: 4,
        character_count: 26,
        domain: '12 law',
        ...(code === null ? {} : { code }),
      },
    });
  });

  it('the entry of a refused read has its method and route', () => {
    const reading = event('RequestRefused', {
      ...by,
      action: 'request_refused',
      resource: 'api_key',
      resourceId: 'key_1',
      code: 'insufficient_scope',
      status: 403,
      method: 'GET',
      route: '/v1/languages',
    });
    expect(auditEntryOf(reading)).toMatchObject({
      action: 'request_refused',
      result: 'denied',
      metadata: { code: 'insufficient_scope', status: 403, method: 'GET', route: '/v1/languages' },
    });
  });

  it('a count of refusals is one entry', () => {
    const counted = event('RefusalsCounted', {
      ...by,
      code: 'revoked_api_key',
      status: 401,
      count: 4711,
      firstAt: '2026-11-21T10:00:05.000Z',
      lastAt: now,
      routes: ['POST /v1/translate'],
      acts: [],
    });
    expect(auditEntryOf(counted)).toMatchObject({
      action: 'request_refused',
      resource: 'api_key',
      resource_id: 'key_1',
      result: 'denied',
      metadata: {
        code: 'revoked_api_key',
        status: 401,
        count: 4711,
        first_at: '2026-11-21T10:00:05.000Z',
        last_at: now,
        routes: ['POST /v1/translate'],
      },
    });
  });

  it('refused sign-ins on no known account are counted under the organization, as those of users', () => {
    const { organizationId } = by;
    const counted = event('RefusalsCounted', {
      ...{ organizationId, keyId: organizationId, code: 'invalid_credentials', status: 401, count: 9 },
      ...{ firstAt: now, lastAt: now, routes: ['GET /v1/auth/oidc/callback'], acts: [] },
    });
    expect(auditEntryOf(counted)).toMatchObject({ resource: 'user', resource_id: organizationId, result: 'denied' });
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
        metadata: {
          source_language: 'fi',
          target_language: 'en',
          word_count: 2,
          character_count: 9,
          domain: 'general',
        },
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
      event('DocumentDownloaded', { ...translation, downloadedAt: now }),
      {
        resource_id: 'doc_1',
        metadata: { translation_id: 'tr_1', source_language: 'fi', target_language: 'en' },
      },
    ],
    [
      'document_download document',
      event('DocumentDownloaded', {
        ...document,
        translationId: 'tr_1',
        sourceLanguage: null,
        targetLanguage: null,
        includesSource: true,
        downloadedAt: now,
      }),
      { resource_id: 'doc_1', metadata: { translation_id: 'tr_1', include_source: true } },
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
      'certification_update certification',
      event('CertificationRecorded', {
        organizationId: 'org_a',
        standard: 'ISO 27001',
        status: 'in_progress',
        articles: ['A.5'],
        level: 'high',
        certificateId: 'FI-1',
        reportPeriod: '2026',
        verifiedAt: now,
        expiresAt: now,
        expectedDate: '2027-01-31',
        nextNoticeAt: null,
        recordedAt: now,
      }),
      {
        resource_id: 'ISO 27001',
        metadata: {
          status: 'in_progress',
          articles: ['A.5'],
          level: 'high',
          certificate_id: 'FI-1',
          report_period: '2026',
          verified_at: now,
          expires_at: now,
          expected_date: '2027-01-31',
        },
      },
    ],
    [
      'certification_delete certification',
      event('CertificationDeleted', { organizationId: 'org_a', standard: 'ISO 27001', deletedAt: now }),
      { resource_id: 'ISO 27001', metadata: {} },
    ],
    [
      'webhook_create webhook',
      event('WebhookCreated', { ...hook, targetRef: 'ref_1', events: ['document.failed'], createdAt: now }),
      { resource_id: 'whk_1', metadata: { events: ['document.failed'] } },
    ],
    [
      'webhook_update webhook',
      event('WebhookUpdated', {
        ...hook,
        targetRef: 'ref_1',
        events: ['document.failed'],
        isUrlChanged: true,
        isEnabled: false,
        updatedAt: now,
      }),
      { resource_id: 'whk_1', metadata: { events: ['document.failed'], url_changed: true, enabled: false } },
    ],
    [
      'webhook_update webhook',
      event('WebhookSecretRotated', { ...hook, targetRef: 'ref_1', previousValidUntil: now, rotatedAt: now }),
      { resource_id: 'whk_1', metadata: { secret_rotated: true, previous_valid_until: now } },
    ],
    [
      'webhook_replay webhook',
      event('WebhookReplayRequested', { ...hook, start: now, end: now, deliveries: 3, requestedAt: now }),
      { resource_id: 'whk_1', metadata: { start: now, end: now, deliveries: 3 } },
    ],
    [
      'webhook_disable webhook',
      event('WebhookDisabled', { ...hook, reason: 'endpoint_gone', disabledAt: now }),
      { resource_id: 'whk_1', metadata: { reason: 'endpoint_gone' } },
    ],
    [
      'webhook_delete webhook',
      event('WebhookDeleted', { ...hook, targetRef: 'ref_1', deletedAt: now }),
      { resource_id: 'whk_1', metadata: {} },
    ],
    [
      'settings_change organization',
      event('OrganizationTierChanged', { organizationId: 'org_a', tier: 'max', previousTier: 'pro' }),
      { resource_id: 'org_a', metadata: { setting: 'tier', value: 'max', previous_value: 'pro' } },
    ],
    [
      'settings_change organization',
      event('OrganizationSettingsChanged', {
        organizationId: 'org_a',
        changes: { webhookHosts: ['hooks.example.com'], retention: { documents: 'P3D' } },
        previous: {
          name: 'Acme',
          webhookHosts: [],
          retention: { documents: null, reports: 'P10D', webhookDeliveries: null },
        },
        changedAt: now,
      }),
      {
        resource_id: 'org_a',
        metadata: {
          webhook_hosts: ['hooks.example.com'],
          previous_webhook_hosts: [],
          retention_documents: 'P3D',
          previous_retention_documents: null,
        },
      },
    ],
    [
      'hold_place hold',
      event('HoldPlaced', {
        ...held,
        target: { kind: 'resource', resource: 'document', resourceId: 'doc_1' },
      }),
      { resource_id: 'hold_1', metadata: { held_resource: 'document', held_resource_id: 'doc_1', reason: 'Case 7' } },
    ],
    [
      'hold_place hold',
      event('HoldPlaced', {
        ...held,
        target: { kind: 'subject', type: 'user', subject: 'sub_ada', sealedId: 'sealed' },
      }),
      { resource_id: 'hold_1', metadata: { subject_type: 'user', reason: 'Case 7' } },
    ],
    [
      'hold_place hold',
      event('HoldPlaced', {
        ...held,
        target: { kind: 'period', start: '2026-01-01', end: '2026-01-31', from: now, until: now },
      }),
      {
        resource_id: 'hold_1',
        metadata: { period_start: '2026-01-01', period_end: '2026-01-31', reason: 'Case 7' },
      },
    ],
    [
      'subject_erase subject',
      event('ErasureRequested', {
        erasureId: 'era_1',
        organizationId: 'org_a',
        subjectType: 'user',
        subject: 'sub_ada',
        reason: 'Request 7',
        requestedAt: now,
      }),
      { resource_id: 'era_1', metadata: { subject_type: 'user', reason: 'Request 7' } },
    ],
    [
      'subject_access subject',
      event('SubjectDataRead', { ...by, subjectType: 'ip_address', subject: 'sub_ada' }),
      { metadata: { subject_type: 'ip_address' } },
    ],
    [
      'hold_lift hold',
      event('HoldLifted', { holdId: 'hold_1', organizationId: 'org_a', liftedAt: now }),
      { resource_id: 'hold_1', metadata: {} },
    ],
    [
      'report_create report',
      event('ReportRequested', {
        ...report,
        period: { start: '2026-10-01', end: '2026-10-31' },
        requestedAt: now,
        estimatedCompletion: now,
      }),
      {
        resource_id: 'rep_1',
        metadata: { type: 'usage', period_start: '2026-10-01', period_end: '2026-10-31', format: 'csv' },
      },
    ],
    [
      'report_download report',
      event('ReportDownloaded', { ...report, downloadedAt: now }),
      { resource_id: 'rep_1', metadata: { type: 'usage', format: 'csv' } },
    ],
    [
      'retention_apply report',
      event('ReportExpired', {
        reportId: 'rep_1',
        organizationId: 'org_a',
        blobId: 'rep_1-1',
        expiresAt: now,
        expiredAt: now,
      }),
      { resource_id: 'rep_1', metadata: { expires_at: now, file_count: 1 } },
    ],
    [
      'retention_apply organization',
      event('WebhookDeliveriesRemoved', {
        organizationId: 'org_a',
        deliveryIds: ['whd_1', 'whd_2'],
        retention: 'P14D',
        scheduledBefore: now,
        removedAt: now,
      }),
      {
        resource_id: 'org_a',
        metadata: { deliveries: 2, retention_webhook_deliveries: 'P14D', scheduled_before: now },
      },
    ],
    [
      'retention_apply document',
      event('DocumentRetentionApplied', { ...document, expiresAt: now, fileCount: 2, appliedAt: now }),
      { resource_id: 'doc_1', metadata: { expires_at: now, file_count: 2 } },
    ],
    [
      'organization_suspend organization',
      event('OrganizationSuspended', { organizationId: 'org_a', suspendedAt: now }),
      { resource_id: 'org_a' },
    ],
    [
      'audit_log_export audit_log',
      event('AuditLogExportStarted', {
        exportId: 'exp_1',
        organizationId: 'org_a',
        format: 'csv',
        filters: { action: ['detect'], user_id: { subject: 'sub_eve', sealed: 'sealed-eve' }, ip_address: null },
        after: 4,
        follow: true,
        treeSize: 9,
        startedAt: now,
      }),
      {
        resource_id: 'exp_1',
        result: 'success',
        metadata: {
          format: 'csv',
          tree_size: 9,
          after: 4,
          follow: true,
          action: ['detect'],
          filtered_by: ['ip_address', 'user_id'],
        },
      },
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

  it('the entry of a new key shows what it may do and from where, and nothing of its secret or owner', () => {
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
      metadata: { name: 'CI', scopes: ['translate'], expires_at: null, ip_allowlist: ['192.0.2.7'] },
    });
    expect(JSON.stringify(auditEntryOf(created))).not.toMatch(/secret-hash|owner/);
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
      'SessionEnded',
      'AuditLogExportCompleted',
      'AuditLogExportBroken',
      'AuditLogExportAbandoned',
      'CertificationExpiring',
      'ReportProgressed',
      'ReportCompleted',
      'ReportFailed',
      'ErasureCompleted',
      'ErasureFailed',
      'WebhookEventMatched',
      'WebhookDeliveryScheduled',
      'WebhookDeliveryAttempted',
      'WebhookDeliveryRescheduled',
      'WebhookDeliverySucceeded',
      'WebhookDeliveryFailed',
    ]);
    expect(auditEntryOf(event('DocumentExpired', { ...document, blobIds: [], expiredAt: now }))).toBeUndefined();
  });
});
