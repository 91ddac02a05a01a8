import { describe, expect, it } from 'vitest';
import type { EventOf, EventType } from '#libs/domain/domain-event.js';
import { acts } from './acts.js';
import { auditEntryOf, isAudited } from './audit-entry.js';
import { by, document, event, now } from './recorded-act.fixture.js';

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

  it('only acts leave an audit entry', () => {
    const unaudited = (Object.keys(acts) as EventType[]).filter((type) => !isAudited(type));
    expect(unaudited).toEqual([
      'TextStreamBegan',
      'DocumentCounted',
      'DocumentTranslationRequested',
      'DocumentTranslationProgressed',
      'DocumentExpired',
      'ApiKeyIssuedByRotation',
      'OrganizationCreated',
      'ModelInstalled',
      'ModelRemoved',
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
