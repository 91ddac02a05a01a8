import { request as httpRequest } from 'node:http';
import multipart from '@fastify/multipart';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { newId } from '#libs/platform/ids/new-id.js';
import { type EdgeFixture, edgeFixture } from '#test/fakes/edge.fixture.js';
import type { InMemoryIdempotencyStore } from '#test/fakes/in-memory-idempotency-store.js';
import { readUploadForm } from '../multipart/multipart-reader.js';
import { accessOf } from '../request-context.js';

const detecting = { scope: 'detect', act: { action: 'detect', resource: 'text' } } as const;

let fixture: EdgeFixture;
let store: InMemoryIdempotencyStore;
let key: string;
/** Ids of what each execution of a handler has made. */
let made: string[];
let failure: Error | undefined;
let waiting: (() => Promise<void>) | undefined;

const open = async (options?: Parameters<typeof edgeFixture>[0]) => {
  fixture = edgeFixture(options);
  store = fixture.idempotency;
  made = [];
  failure = undefined;
  waiting = undefined;
  key = await fixture.keyWith();
  await fixture.instance.register(multipart);
  fixture.route('POST', '/v1/make', detecting, async (request, reply) => {
    await waiting?.();
    if (failure !== undefined) throw failure;
    const id = newId('key');
    made.push(id);
    const access = accessOf(request);
    await fixture.recorder.record(request, access, {
      type: 'LanguageDetected',
      data: {
        organizationId: access.organizationId,
        keyId: access.keyId,
        language: 'fi',
        confidence: 1,
        characterCount: 1,
      },
    });
    reply.code(201).header('Preference-Applied', 'partial');
    return { data: { id }, meta: { request_id: request.id } };
  });
  fixture.route('POST', '/v1/other', detecting, async () => ({}));
  fixture.route('POST', '/v1/upload', { ...detecting, body: 'multipart' }, async (request) => {
    const form = await readUploadForm(request, async (content) => {
      for await (const chunk of content) void chunk;
    });
    made.push(newId('doc'));
    return { name: form.file?.name };
  });
  fixture.route('GET', '/v1/list', { scope: 'detect' }, async () => ({}));
};

beforeEach(() => open());
afterEach(() => fixture.close());

const post = (payload: object = { text: 'a' }, options: { url?: string; idempotencyKey?: string; key?: string } = {}) =>
  fixture.instance.inject({
    method: 'POST',
    url: options.url ?? '/v1/make',
    headers: {
      authorization: `Bearer ${options.key ?? key}`,
      'content-type': 'application/json',
      'idempotency-key': options.idempotencyKey ?? 'a-key',
    },
    payload: JSON.stringify(payload),
  });

const facts = () => fixture.eventStore.events.map(({ type }) => type);

describe('a repeat of an answered request', () => {
  it('a repeat gets the first response: status, headers, request id and body', async () => {
    const first = await post();
    const second = await post();
    expect(first.statusCode).toBe(201);
    expect(second.statusCode).toBe(201);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    for (const name of ['x-request-id', 'content-type', 'preference-applied']) {
      expect(second.headers[name]).toBe(first.headers[name]);
    }
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  it('a repeat is neither executed nor counted nor audited again', async () => {
    for (let i = 0; i < 5; i += 1) await post();
    expect(made).toHaveLength(1);
    expect(facts()).toEqual(['LanguageDetected']);
  });

  it('a repeat is rate-limited all the same', async () => {
    await fixture.close();
    await open({ requestsPerMinute: 2 });
    expect([(await post()).statusCode, (await post()).statusCode, (await post()).statusCode]).toEqual([201, 201, 429]);
  });

  it('a repeat must use the same API key, not another of the organization or of another one', async () => {
    await post();
    for (const other of [await fixture.keyWith(), await fixture.keyWith({ organizationId: 'org_another' })]) {
      expect((await post({ text: 'a' }, { key: other })).headers).not.toHaveProperty('idempotency-replayed');
    }
    expect(made).toHaveLength(3);
  });
});

describe('an idempotency key in use', () => {
  it.each([
    ['with another body', { text: 'b' }, '/v1/make'],
    ['on another route', { text: 'a' }, '/v1/other'],
  ])('a used key is refused %s', async (_what, body, url) => {
    await post();
    const answer = await post(body, { url });
    expect(answer.json().error).toMatchObject({ code: 'conflict', status: 409 });
    expect(made).toHaveLength(1);
    expect(facts()).toEqual(['LanguageDetected', 'RequestRefused']);
  });

  it('a key is refused while its request is in flight, with a time to wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    waiting = () => {
      begin();
      return promise;
    };
    const first = Promise.resolve(post());
    await begun;
    const second = await post();
    expect(second.statusCode).toBe(409);
    expect(second.json().error.code).toBe('conflict');
    expect(second.headers['retry-after']).toBe('1');
    resolve();
    expect((await first).statusCode).toBe(201);
    expect(made).toHaveLength(1);
  });
});

describe('the Idempotency-Key header', () => {
  it.each([['x'.repeat(256)], ['two words'], ['käyttö'], ['']])(
    'a header of another form is refused: %j',
    async (idempotencyKey) => {
      const answer = await post({ text: 'a' }, { idempotencyKey });
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.code).toBe('invalid_request');
      expect(made).toEqual([]);
    },
  );

  it.each([['x'], ['x'.repeat(255)], ['!~-{}']])(
    'a header of the right form is accepted: %s',
    async (idempotencyKey) => {
      await post({ text: 'a' }, { idempotencyKey });
      expect((await post({ text: 'a' }, { idempotencyKey })).headers['idempotency-replayed']).toBe('true');
    },
  );

  it('the header means nothing on a GET', async () => {
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'not a valid key' };
    expect((await fixture.instance.inject({ method: 'GET', url: '/v1/list', headers })).statusCode).toBe(200);
  });
});

describe('the response of a refused or failed request', () => {
  it.each(['invalid_request', 'missing_required_field', 'quota_exceeded', 'insufficient_quota'] as const)(
    'a refusal as %s frees the key, for another body too',
    async (code) => {
      failure = new Rejection(code);
      const refused = await post();
      failure = undefined;
      const answer = await post({ text: 'corrected' });
      expect(answer.statusCode).toBe(201);
      expect(answer.headers['x-request-id']).not.toBe(refused.headers['x-request-id']);
    },
  );

  it.each(['not_found', 'conflict', 'invalid_language', 'file_too_large'] as const)(
    'a refusal as %s is a result and is stored',
    async (code) => {
      failure = new Rejection(code);
      const refused = await post();
      failure = undefined;
      const answer = await post();
      expect(answer.rawPayload.equals(refused.rawPayload)).toBe(true);
      expect(facts()).toEqual(['RequestRefused']);
    },
  );

  it.each([new Rejection('model_unavailable'), new Error('unforeseen')])(
    'a request that failed with %s is executed again, as the same one',
    async (fault) => {
      failure = fault;
      const first = await post();
      expect((await post({ text: 'another' })).statusCode).toBe(409);
      const second = await post();
      failure = undefined;
      const third = await post();
      expect(third.statusCode).toBe(201);
      expect(new Set([first, second, third].map(({ headers }) => headers['x-request-id'])).size).toBe(1);
      expect(facts().filter((type) => type === 'LanguageDetected')).toHaveLength(1);
    },
  );

  it.each([401, 403])('a request refused with %i does not use its key at all', async (status) => {
    const refused = await fixture.keyWith(status === 401 ? { revoked: true } : { scopes: [] });
    expect((await post({ text: 'a' }, { key: refused })).statusCode).toBe(status);
    expect(store.size).toBe(0);
  });
});

describe('a request whose process died before the response was stored', () => {
  it('a request whose process died is executed again to the same effect, with one fact in the log', async () => {
    const first = await post();
    store.reopen('a-key');
    const second = await post();
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    expect(second.headers['x-request-id']).toBe(first.headers['x-request-id']);
    expect(second.headers).not.toHaveProperty('idempotency-replayed');
    expect(made).toHaveLength(2);
    expect(new Set(made).size).toBe(1);
    expect(facts()).toEqual(['LanguageDetected']);
  });
});

describe('a form under an idempotency key', () => {
  const boundary = 'b0undary';
  const part = (head: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const target = (value: string) => part('name="target"', value);
  const file = (content: string) => part('name="file"; filename="a.txt"', content);
  const upload = (...parts: string[]) =>
    fixture.instance.inject({
      method: 'POST',
      url: '/v1/upload',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'idempotency-key': 'a-key',
      },
      payload: `${parts.join('')}--${boundary}--\r\n`,
    });

  it('a form is the same in whatever order its parts come', async () => {
    const first = await upload(target('es'), file('Hello.'));
    const second = await upload(file('Hello.'), target('es'));
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    expect(made).toHaveLength(1);
  });

  it.each([
    ['field', [target('fr'), file('Hello.')]],
    ['file', [target('es'), file('Hello!')]],
    ['number of fields', [file('Hello.')]],
  ])('a form with another %s is another request', async (_what, parts) => {
    await upload(target('es'), file('Hello.'));
    expect((await upload(...parts)).json().error.code).toBe('conflict');
    expect(made).toHaveLength(1);
  });

  it('a form that is cut off leaves the key free', async () => {
    const url = new URL(await fixture.instance.listen({ port: 0, host: '127.0.0.1' }));
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': '100000',
      'idempotency-key': 'a-key',
    };
    const options = { hostname: url.hostname, port: url.port, path: '/v1/upload', method: 'POST', headers };
    const cutOff = httpRequest(options).on('error', () => undefined);
    cutOff.write(target('es'));
    await vi.waitUntil(() => store.size === 1, 30_000);
    cutOff.destroy();
    await vi.waitUntil(() => store.size === 0, 30_000);
    expect((await upload(target('fr'), file('Hello.'))).statusCode).toBe(200);
  });

  it('a form must equal the one of the earlier attempt, which can still be repeated after another one', async () => {
    const first = await upload(target('es'), file('Hello.'));
    store.reopen('a-key');
    expect((await upload(target('es'), file('Hello!'))).statusCode).toBe(409);
    const again = await upload(target('es'), file('Hello.'));
    expect(again.headers['x-request-id']).toBe(first.headers['x-request-id']);
    expect(new Set(made).size).toBe(1);
  });
});

it('requests with a key are refused while the store is unavailable, others are not', async () => {
  store.fault = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  expect((await post()).statusCode).toBe(503);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  expect((await fixture.instance.inject({ method: 'POST', url: '/v1/make', headers, payload: '{}' })).statusCode).toBe(
    201,
  );
});
