import fc from 'fast-check';
import { type FastifyRequest, fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from '#apps/api/http/request-context.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { TextUsageEvent } from '#libs/domain/text-usage/text-usage.events.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { accessOfKey, callerOf } from '#test/fakes/api-caller.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import type { KeyAccess } from '../key-access.js';
import { ActRecorder } from './act-recorder.js';
import type { RefusedRoute } from './refusal-counts.js';

const requestId = 'req_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
const route = {
  method: 'DELETE',
  path: '/v1/documents/:id',
  act: { action: 'document_delete', resource: 'document' },
} as const;

let eventStore: InMemoryEventStore;
let subjectKeys: InMemorySubjectKeys;
let recorder: ActRecorder;
let access: KeyAccess;

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  subjectKeys = new InMemorySubjectKeys();
  recorder = new ActRecorder(new DayStreamWriter({ eventStore, processId: 'test' }), subjectKeys);
  const { organizationId, userId } = accessOfKey();
  access = accessOfKey({ subject: await subjectKeys.subjectFor(organizationId, userId) });
});

/** A Fastify request as its handler sees it. */
const requestTo = async (path: string, caller: Partial<Caller> = {}) => {
  const instance = fastify({ genReqId: () => requestId, routerOptions: { maxParamLength: 1_000 } });
  const { promise, resolve } = Promise.withResolvers<FastifyRequest>();
  instance.decorateRequest('caller');
  instance.get('/v1/documents/:id', async (request) => {
    request.caller = callerOf(access, caller);
    resolve(request);
    return 'ok';
  });
  await instance.inject(path);
  return promise;
};

const commitment = expect.stringMatching(/^[\w+/]{43}=$/);

const detected = (): TextUsageEvent => ({
  type: 'LanguageDetected',
  data: {
    organizationId: access.organizationId,
    keyId: access.keyId,
    language: 'fi',
    confidence: 0.9,
    characterCount: 12,
  },
});

describe('metadata', () => {
  it('metadata have exactly these fields, with the caller sealed', async () => {
    const caller = { clientRequestId: 'mine-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    const metadata = await recorder.metadata(await requestTo('/v1/documents/x', caller), access);
    expect(metadata).toEqual({
      organizationId: access.organizationId,
      actorType: 'api_key',
      keyId: access.keyId,
      subject: access.subject,
      addressSubject: await subjectKeys.find(access.organizationId, '203.0.113.9', 'ip_address'),
      commitments: { user_id: commitment, ip_address: commitment, user_agent: commitment },
      sealedClient: expect.any(String),
      requestId,
      ...caller,
      occurredAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    });
    const user = await subjectKeys.open(access.subject, metadata.sealedClient);
    expect(user).toEqual({ user_id: access.userId, salts: expect.anything(), inner: expect.any(String) });
    expect(await subjectKeys.open(metadata.addressSubject ?? '', String(user?.inner))).toEqual({
      ip_address: '203.0.113.9',
      user_agent: 'a client/1.0',
      salts: expect.anything(),
    });
  });

  it('metadata have null for what the caller did not send', async () =>
    expect(await recorder.metadata(await requestTo('/v1/documents/x'), access)).toMatchObject({
      clientRequestId: null,
      traceparent: null,
    }));
});

describe('a fact', () => {
  it('a fact is in the log when recording resolves, once', async () => {
    const request = await requestTo('/v1/documents/x');
    await recorder.record(request, access, detected());
    expect(eventStore.events).toMatchObject([{ type: 'LanguageDetected', metadata: { requestId } }]);
    expect(request.caller.recorded).toBe(true);
  });

  it('a fact that could not be written leaves the request unrecorded', async () => {
    eventStore.failAppend(new EventStoreUnavailableError('down'));
    const request = await requestTo('/v1/documents/x');
    await expect(recorder.record(request, access, detected())).rejects.toThrow(EventStoreUnavailableError);
    expect(request.caller.recorded).toBe(false);
  });
});

describe('a fact of a request that may be repeated', () => {
  const startedAt = new Date('2026-11-20T23:59:59.000Z');
  const first = () => requestTo('/v1/documents/x', { idempotent: { startedAt, isTakenOver: false } as never });
  const repeat = () => requestTo('/v1/documents/x', { idempotent: { startedAt, isTakenOver: true } as never });
  afterEach(() => vi.useRealTimers());
  const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });

  it('metadata of a repeat have its own time, and that of the first attempt beside it', async () => {
    at('2026-11-21T00:00:01.000Z');
    const metadata = await recorder.metadata(await first(), access);
    expect(metadata).toMatchObject({ occurredAt: '2026-11-21T00:00:01.000Z' });
    expect(metadata).not.toHaveProperty('firstAttemptAt');
    at('2026-11-21T20:00:00.000Z');
    expect(await recorder.metadata(await repeat(), access)).toMatchObject({
      occurredAt: '2026-11-21T20:00:00.000Z',
      firstAttemptAt: startedAt.toISOString(),
    });
  });

  it('a fact that the first attempt could not write has the time of the repeat', async () => {
    at('2026-11-21T00:00:01.000Z');
    eventStore.failAppend(new EventStoreUnavailableError('down'));
    await expect(recorder.record(await first(), access, detected())).rejects.toThrow(EventStoreUnavailableError);
    at('2026-11-21T20:00:00.000Z');
    const request = await repeat();
    expect(await recorder.spending(request, access).isSpent?.()).toBe(false);
    await recorder.record(request, access, detected());
    expect(eventStore.events.map(({ metadata }) => metadata.occurredAt)).toEqual(['2026-11-21T20:00:00.000Z']);
    expect(await recorder.spending(request, access).isSpent?.()).toBe(true);
  });

  it('a fact that the first attempt has written keeps its time, also where a day has passed on the way', async () => {
    at('2026-11-21T00:00:01.000Z');
    await recorder.record(await first(), access, detected());
    at('2026-11-21T20:00:00.000Z');
    await recorder.record(await repeat(), access, detected());
    expect(eventStore.events.map(({ metadata }) => metadata.occurredAt)).toEqual(['2026-11-21T00:00:01.000Z']);
  });

  it('only a repeat may have spent already, and a request without a key has no name to spend by', async () => {
    expect(recorder.spending(await requestTo('/v1/documents/x'), access)).toEqual({});
    expect(recorder.spending(await first(), access)).toEqual({ execution: requestId, isSpent: undefined });
    expect(recorder.spending(await repeat(), access)).toEqual({ execution: requestId, isSpent: expect.any(Function) });
  });
});

describe('a refusal', () => {
  it('what a signed-in user is refused is on the account, without a key and without the id of a user', async () => {
    const keyId = 'acc_01KAH3W7J4B2X8Y6Z5V9T0S1R2';
    const user = { accountId: keyId, sessionId: 'ses_1', role: 'owner', generation: 1, sessionEndsAt: 1 } as const;
    const session = { ...access, keyId, user };
    const denied = new Rejection('insufficient_scope');
    const route = { method: 'PATCH', path: '/v1/users/:id' };
    const request = await requestTo('/v1/documents/usr_01KAH3W7J4B2X8Y6Z5V9T0S1R2');
    const refused = async (act: RefusedRoute['act']) => {
      request.caller.recorded = false;
      await recorder.refused(request, session, { ...route, act }, denied);
      return eventStore.events.at(-1);
    };
    expect(await refused(undefined)).toMatchObject({
      data: { action: 'request_refused', resource: 'user', resourceId: keyId },
      metadata: { actorType: 'user', keyId: null },
    });
    expect(await refused({ action: 'user_login', resource: 'user' })).toMatchObject({ data: { resourceId: keyId } });
    expect(await refused({ action: 'user_update', resource: 'user' })).toMatchObject({
      data: { resourceId: requestId },
    });
    expect(JSON.stringify(eventStore.events.map(({ data }) => data))).not.toContain('usr_');
  });

  it('a refusal names the act, its resource, and the reason', async () => {
    const request = await requestTo('/v1/documents/doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2');
    await recorder.refused(request, access, route, new Rejection('document_not_found'));
    expect(eventStore.events).toMatchObject([
      {
        type: 'RequestRefused',
        data: {
          organizationId: access.organizationId,
          keyId: access.keyId,
          action: 'document_delete',
          resource: 'document',
          resourceId: 'doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
          code: 'document_not_found',
          status: 404,
        },
      },
    ]);
  });

  it('a refusal of what is no act names the key, the method and the route', async () => {
    const request = await requestTo('/v1/documents/me@example.com');
    const reading = { method: 'GET', path: '/v1/documents/:id', act: undefined };
    await recorder.refused(request, access, reading, new Rejection('insufficient_scope'));
    expect(eventStore.events[0]?.data).toEqual({
      organizationId: access.organizationId,
      keyId: access.keyId,
      action: 'request_refused',
      resource: 'api_key',
      resourceId: access.keyId,
      method: 'GET',
      route: '/v1/documents/:id',
      code: 'insufficient_scope',
      status: 403,
    });
  });

  it('a count of refusals is one fact of the time of the last, with their caller sealed', async () => {
    const request = await requestTo('/v1/documents/x');
    const firstAt = new Date('2026-11-22T10:00:05.000Z');
    const lastAt = new Date('2026-11-22T10:00:59.000Z');
    const counted = { code: 'revoked_api_key', status: 401, count: 3, firstAt, lastAt, callers: undefined };
    const acts = new Map([['document_delete', { ...route.act, count: 2 }]]);
    const routes = new Set(['DELETE /v1/documents/:id']);
    await recorder.refusalsCounted({ ...counted, request, access, routes, acts });
    expect(eventStore.events).toMatchObject([
      {
        type: 'RefusalsCounted',
        version: 2,
        data: {
          organizationId: access.organizationId,
          keyId: access.keyId,
          code: 'revoked_api_key',
          status: 401,
          count: 3,
          firstAt: firstAt.toISOString(),
          lastAt: lastAt.toISOString(),
          routes: ['DELETE /v1/documents/:id'],
          acts: [{ action: 'document_delete', resource: 'document', count: 2 }],
        },
        metadata: {
          requestId,
          occurredAt: lastAt.toISOString(),
          addressSubject: await subjectKeys.find(access.organizationId, '203.0.113.9', 'ip_address'),
        },
      },
    ]);
    expect(eventStore.events[0]?.data).not.toHaveProperty('callers');
  });

  it('a count of callers whom nobody names has the user alone, and their number', async () => {
    const request = await requestTo('/v1/documents/x');
    const at = new Date('2026-11-22T10:00:05.000Z');
    const counted = { code: 'revoked_api_key', status: 401, count: 9, firstAt: at, lastAt: at, callers: 7 };
    await recorder.refusalsCounted({ ...counted, request, access, routes: new Set(), acts: new Map() });
    const [event] = eventStore.events;
    expect(event).toMatchObject({ type: 'RefusalsCounted', version: 2, data: { count: 9, callers: 7 } });
    expect(event?.metadata).not.toHaveProperty('addressSubject');
    expect(event?.metadata).toMatchObject({ subject: access.subject, commitments: { user_id: commitment } });
    expect(Object.keys(Object(event?.metadata.commitments))).toEqual(['user_id']);
    const opened = await subjectKeys.open(access.subject, String(event?.metadata.sealedClient));
    expect(opened).toEqual({ user_id: access.userId, salts: expect.anything() });
    expect(await subjectKeys.find(access.organizationId, '203.0.113.9', 'ip_address')).toBeUndefined();
  });

  it('counts of one request on accounts of two organizations are two facts', async () => {
    const request = await requestTo('/v1/documents/x');
    const at = new Date('2026-11-22T10:00:05.000Z');
    const counted = { code: 'invalid_credentials', status: 401, count: 1, firstAt: at, lastAt: at, callers: undefined };
    const other = { ...access, keyId: 'acc_2' };
    for (const one of [access, other])
      await recorder.refusalsCounted({ ...counted, request, access: one, routes: new Set(), acts: new Map() });
    expect(new Set(eventStore.events.map(({ id }) => id)).size).toBe(2);
  });

  it('a refusal is not recorded after the act has succeeded', async () => {
    const request = await requestTo('/v1/documents/x');
    await recorder.record(request, access, detected());
    await recorder.refused(request, access, route, new Rejection('internal_error'));
    expect(eventStore.events).toHaveLength(1);
  });

  it('a refusal is recorded once, however often the request fails', async () => {
    const request = await requestTo('/v1/documents/x');
    for (let count = 0; count < 3; count += 1) {
      await recorder.refused(request, access, route, new Rejection('invalid_request'));
    }
    expect(eventStore.events).toHaveLength(1);
  });

  it.each([
    'a-file-name.docx',
    'doc_01kah3w7j4b2x8y6z5v9t0s1r2',
    'doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2x',
    'xdocument_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
    'x'.repeat(300),
    'me@example.com',
  ])('a refusal names the request when the path names no id of ours: %s', async (id) => {
    await recorder.refused(await requestTo(`/v1/documents/${id}`), access, route, new Rejection('document_not_found'));
    expect(eventStore.events[0]?.data.resourceId).toBe(requestId);
  });
});

it('no event has personal data in clear, whatever caller and path', { timeout: 60_000 }, async () => {
  const personal = fc.string({ minLength: 6, maxLength: 60 }).filter((text) => /^\S.*\S$/.test(text));
  const octet = fc.integer({ min: 0, max: 255 });
  const address = fc
    .oneof(
      fc.ipV6(),
      fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.')),
    )
    .filter((text) => text.length >= 6);
  await fc.assert(
    fc.asyncProperty(personal, address, personal, personal, async (userAgent, callerAddress, userId, pathName) => {
      eventStore = new InMemoryEventStore();
      recorder = new ActRecorder(new DayStreamWriter({ eventStore, processId: 'test' }), subjectKeys);
      const caller = { userAgent, address: callerAddress };
      const acting = { ...access, userId: `usr-${userId}` };
      const request = await requestTo(`/v1/documents/${encodeURIComponent(pathName)}`, caller);
      await recorder.refused(request, acting, route, new Rejection('document_not_found'));
      const [event] = eventStore.events;
      const written = Object.values({ ...event?.data, ...event?.metadata });
      for (const secret of [userAgent, callerAddress, `usr-${userId}`, pathName]) {
        expect(written).not.toContain(secret);
        expect(JSON.stringify(event)).not.toContain(JSON.stringify(secret).slice(1, -1));
      }
    }),
    { seed: 20_261_121, numRuns: 100 },
  );
});
