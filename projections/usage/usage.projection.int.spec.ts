import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventContext, EventLog, ReadModelFixture } from '#projections/read-model.fixture.js';
import { usage } from './usage.projection.js';
import { UsageQueries } from './usage.queries.js';

describe('usage', () => {
  let fixture: ReadModelFixture;
  let queries: UsageQueries;

  beforeAll(async () => {
    fixture = await ReadModelFixture.open();
    queries = new UsageQueries(fixture.dataSource, { openMany: async () => [] });
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.empty('usage'));

  const log = new EventLog();
  const on = (day: string, more: EventContext = {}): EventContext => ({
    occurredAt: `2026-11-${day}T23:59:59.999Z`,
    ...more,
  });
  const translated = (characterCount: number, circumstances: EventContext, endpoint: 'translate' | 'stream') =>
    log.event(
      'TextTranslated',
      {
        organizationId: 'org_a',
        keyId: 'key_1',
        endpoint,
        sourceLanguage: 'fi',
        targetLanguage: 'en',
        detectedLanguage: 'fi',
        domain: 'general',
        wordCount: 1,
        characterCount,
        model: 'echo',
        confidence: 1,
        cached: false,
      },
      circumstances,
    );
  const detected = (circumstances: EventContext) =>
    log.event(
      'LanguageDetected',
      { organizationId: 'org_a', keyId: 'key_1', language: 'fi', confidence: 1, characterCount: 70 },
      circumstances,
    );
  const document = { documentId: 'doc_1', organizationId: 'org_a' };
  const options = { domain: 'general', preserveLayout: true, translateHeaders: true, quality: 'fast' as const };
  const requested = (circumstances: EventContext) =>
    log.event(
      'DocumentTranslationRequested',
      {
        ...document,
        translationId: 'tr_1',
        sourceLanguage: 'fi',
        targetLanguage: 'en',
        options,
        requestedAt: '2026-11-21T10:00:00.000Z',
        estimatedCompletion: '2026-11-21T10:01:00.000Z',
      },
      circumstances,
    );
  const uploaded = (circumstances: EventContext) =>
    log.event(
      'DocumentUploaded',
      {
        ...document,
        sealedName: 'sealed-name',
        nameCommitment: null,
        format: 'txt',
        mediaType: 'text/plain',
        sizeBytes: 1,
        sha256: '00',
        pageCount: 1,
        wordCount: 1,
        characterCount: 400,
        segmentCount: 1,
        sourceLanguage: 'fi',
        detectedLanguage: null,
        blobId: 'blob_1',
        webhookRef: null,
        uploadedAt: '2026-11-21T10:00:00.000Z',
      },
      circumstances,
    );
  const completed = (circumstances: EventContext) =>
    log.event(
      'DocumentTranslationCompleted',
      {
        ...document,
        translationId: 'tr_1',
        sourceLanguage: 'fi',
        targetLanguage: 'en',
        domain: 'general',
        blobId: 'blob_2',
        sizeBytes: 1,
        sha256: '00',
        model: 'echo',
        confidence: 1,
        wordCount: 1,
        characterCount: 400,
        webhookRef: null,
        completedAt: '2026-11-21T10:00:00.000Z',
        expiresAt: '2026-11-28T10:00:00.000Z',
      },
      circumstances,
    );

  it.each([1, 100])(
    'requests and characters are added up by day, key and endpoint (batches of %i)',
    async (batchSize) => {
      await fixture.given(
        [usage],
        [
          translated(100, on('20'), 'translate'),
          translated(20, on('21'), 'translate'),
          translated(3, on('21', { keyId: 'key_2' }), 'stream'),
          detected(on('21')),
          detected(on('21', { keyId: null })),
          translated(7_000, on('21', { organizationId: 'org_b' }), 'translate'),
        ],
        batchSize,
      );
      expect(await queries.ofPeriod('org_a', '2026-11-01', '2026-12-01')).toEqual({
        requests: 5,
        characters: 123,
        by_day: [
          { date: '2026-11-20', requests: 1, characters: 100 },
          { date: '2026-11-21', requests: 4, characters: 23 },
        ],
        by_key: [
          { key_id: 'key_1', requests: 3, characters: 120 },
          { key_id: 'key_2', requests: 1, characters: 3 },
          { key_id: null, requests: 1, characters: 0 },
        ],
        by_endpoint: [
          { endpoint: 'translate', requests: 2, characters: 120 },
          { endpoint: 'stream', requests: 1, characters: 3 },
          { endpoint: 'detect', requests: 2, characters: 0 },
        ],
      });
    },
  );

  it('a period of usage begins with its first day and ends before its last', async () => {
    await fixture.given(
      [usage],
      ['19', '20', '21', '22'].map((day) => translated(Number(day), on(day), 'translate')),
    );
    expect(await queries.ofPeriod('org_a', '2026-11-20', '2026-11-22')).toMatchObject({ requests: 2, characters: 41 });
  });

  it('a period without usage is empty', async () => {
    expect(await queries.ofPeriod('org_a', '2026-11-20', '2026-11-22')).toEqual({
      requests: 0,
      characters: 0,
      by_day: [],
      by_key: [],
      by_endpoint: [],
    });
  });

  it('an upload and the translation that it asks for count as one request, another translation as one more', async () => {
    await fixture.given([usage], [uploaded(on('21')), requested(on('21', { revision: 1 }))]);
    expect(await queries.ofPeriod('org_a', '2026-11-21', '2026-11-22')).toMatchObject({ requests: 1, characters: 0 });

    await fixture.given([usage], [requested(on('21', { revision: 4 }))]);
    expect(await queries.ofPeriod('org_a', '2026-11-21', '2026-11-22')).toMatchObject({ requests: 2, characters: 0 });
  });

  it('the characters of a document count when it is completed, for the key that asked, without another request', async () => {
    await fixture.given([usage], [uploaded(on('21')), completed(on('22', { actorType: 'system' }))]);
    expect(await queries.ofPeriod('org_a', '2026-11-21', '2026-11-23')).toMatchObject({
      by_day: [
        { date: '2026-11-21', requests: 1, characters: 0 },
        { date: '2026-11-22', requests: 0, characters: 400 },
      ],
      by_key: [{ key_id: 'key_1', requests: 1, characters: 400 }],
      by_endpoint: [{ endpoint: 'documents', requests: 1, characters: 400 }],
    });
  });

  it('a stream counts when it has ended: as one request, with its characters if a token had left', async () => {
    const facts = {
      organizationId: 'org_a',
      keyId: 'key_1',
      sourceLanguage: 'fi',
      targetLanguage: 'en',
      detectedLanguage: 'fi',
      domain: 'general',
      wordCount: 1,
      characterCount: 13,
    };
    const ended = (result: 'completed' | 'cancelled', countedCharacters: number) => {
      const end = { result, code: null, countedCharacters, model: null, confidence: null, cached: false };
      return log.event('TextStreamEnded', { ...facts, ...end }, on('21'));
    };
    const refused = {
      action: 'translate',
      resource: 'text',
      resourceId: 'req_1',
      code: 'conflict',
      status: 409,
    } as const;
    await fixture.given(
      [usage],
      [
        log.event('TextStreamBegan', { ...facts, processId: 'p' }, on('21')),
        ended('completed', 13),
        ended('cancelled', 0),
        log.event(
          'RequestRefused',
          { ...refused, organizationId: 'org_a', keyId: 'key_1', endpoint: 'stream' },
          on('21'),
        ),
      ],
    );
    expect(await queries.ofPeriod('org_a', '2026-11-21', '2026-11-22')).toMatchObject({
      by_endpoint: [{ endpoint: 'stream', requests: 3, characters: 13 }],
    });
  });

  it('a count of refusals counts its acts at their endpoints, and a refused read as little as an answered one', async () => {
    const by = { organizationId: 'org_a', keyId: 'key_1', code: 'revoked_api_key', status: 401 };
    const times = { firstAt: '2026-11-21T10:00:00.000Z', lastAt: '2026-11-21T10:00:59.000Z' };
    const text = { action: 'translate', resource: 'text' } as const;
    const acts = [
      { ...text, count: 4_000 },
      { ...text, endpoint: 'stream' as const, count: 7 },
    ];
    const read = { action: 'request_refused', resource: 'api_key', resourceId: 'key_1' } as const;
    await fixture.given(
      [usage],
      [
        log.event('RefusalsCounted', { ...by, ...times, count: 5_000, routes: [], acts }, on('21')),
        log.event('RequestRefused', { ...by, ...read, method: 'GET', route: '/v1/languages' }, on('21')),
      ],
    );
    expect(await queries.ofPeriod('org_a', '2026-11-21', '2026-11-22')).toMatchObject({
      requests: 4_007,
      by_endpoint: [
        { endpoint: 'translate', requests: 4_000 },
        { endpoint: 'stream', requests: 7 },
      ],
    });
  });

  it.each([
    ['translate', 'text', 'translate'],
    ['detect', 'text', 'detect'],
    ['document_upload', 'document', 'documents'],
    ['api_key_create', 'api_key', 'api_keys'],
    ['report_create', 'report', 'compliance'],
  ] as const)('a refused %s counts as a request without characters', async (action, resource, endpoint) => {
    const refusal = { organizationId: 'org_a', keyId: 'key_1', action, resource, resourceId: 'x' };
    await fixture.given(
      [usage],
      [log.event('RequestRefused', { ...refusal, code: 'not_found', status: 404 }, on('21'))],
    );
    expect(await queries.ofPeriod('org_a', '2026-11-21', '2026-11-22')).toMatchObject({
      characters: 0,
      by_endpoint: [{ endpoint, requests: 1 }],
    });
  });
});
