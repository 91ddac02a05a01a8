import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateApiKey } from '#libs/api-key-format/api-key-format.js';
import { Rejection } from '#libs/error-catalogue/rejection.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '#libs/event-store/event-store.errors.js';
import { type EdgeScene, edgeScene } from '#test/fakes/edge-scene.js';

const translating = { scope: 'translate', act: { action: 'translate', resource: 'text' } } as const;

let scene: EdgeScene;
let key: string;

const open = async (options?: Parameters<typeof edgeScene>[0]) => {
  scene = edgeScene(options);
  key = await scene.keyWith();
  scene.route('POST', '/v1/echo', translating, async ({ body }) => ({ received: body ?? null }));
  scene.route('GET', '/v1/languages', { scope: 'languages' }, async () => ({ languages: [] }));
  scene.route('GET', '/v1/things/:id', { scope: 'documents:read' }, async () => ({}));
  scene.route('DELETE', '/v1/things/:id', { ...translating, scope: 'documents:write' }, async () => {
    throw new Rejection('document_not_found');
  });
  scene.route('GET', '/health/live', undefined, async () => ({ status: 'ok' }));
  scene.route('GET', '/v1/broken', translating, async () => {
    throw new TypeError('cannot read "a secret text" of undefined');
  });
};

beforeEach(() => open());
afterEach(() => scene.close());

const send = (request: {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  key?: string | null;
  headers?: Record<string, string>;
  payload?: string | Buffer;
}) => {
  const { method = 'POST', url, payload, headers = {} } = request;
  const bearer = request.key === undefined ? key : request.key;
  return scene.instance.inject({
    method,
    url,
    headers: { ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }), ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
};

const json = { 'content-type': 'application/json' };
const echo = (payload: string | Buffer, headers: Record<string, string> = json) =>
  send({ url: '/v1/echo', headers, payload });

const refusals = () => scene.eventStore.events.filter(({ type }) => type === 'RequestRefused');

describe('the limit of requests at the same time', () => {
  const access = { scope: 'translate' } as const;

  it('refuses one too many, and lets the next in when one has been answered', async () => {
    await scene.close();
    await open({ concurrentRequests: 1 });
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    scene.route('POST', '/v1/slow', access, async () => {
      begin();
      await answered;
      return {};
    });
    const slow = Promise.resolve(send({ url: '/v1/slow' }));
    await begun;
    const refused = await echo('{}');
    expect(refused.json().error).toMatchObject({ code: 'concurrent_limit', status: 429, details: { limit: 1 } });
    expect(refused.headers['retry-after']).toBe('1');
    expect(refusals().map(({ data }) => data.code)).toEqual(['concurrent_limit']);
    answer();
    expect((await slow).statusCode).toBe(200);
    expect((await echo('{}')).statusCode).toBe(200);
    expect((await echo('{}')).statusCode).toBe(200);
  });

  it('is free again when a caller goes away, whatever it was sent', async () => {
    await scene.close();
    await open({ concurrentRequests: 1 });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    scene.route('POST', '/v1/never', access, (_request, reply) => {
      reply.raw.once('close', end);
      begin();
      return new Promise(() => undefined);
    });
    const url = await scene.instance.listen({ port: 0, host: '127.0.0.1' });
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${key}` };
    const never = fetch(`${url}/v1/never`, { method: 'POST', headers, signal: gone.signal }).catch(() => undefined);
    await begun;
    expect((await fetch(`${url}/v1/languages`, { headers })).status).toBe(429);
    gone.abort();
    await Promise.all([never, ended]);
    expect((await fetch(`${url}/v1/languages`, { headers })).status).toBe(200);
  });
});

describe('request ids', () => {
  it('are ours, new for each request, and the same in header and body', async () => {
    const answers = [await send({ url: '/nowhere' }), await send({ url: '/nowhere' })];
    for (const answer of answers) {
      expect(answer.headers['x-request-id']).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(answer.json().meta).toEqual({ request_id: answer.headers['x-request-id'] });
    }
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(2);
  });

  it.each([['abc-123'], ['x'.repeat(128)], ['!"#$%&/()=~']])(
    "of a caller are echoed and never take ours' place: %s",
    async (given) => {
      const { headers } = await send({ url: '/nowhere', headers: { 'x-request-id': given } });
      expect(headers['x-client-request-id']).toBe(given);
      expect(headers['x-request-id']).not.toBe(given);
    },
  );

  it.each([['x'.repeat(129)], ['two words'], ['käyttö'], ['']])('of another form are not echoed: %j', async (given) => {
    const { headers } = await send({ url: '/nowhere', headers: { 'x-request-id': given } });
    expect(headers).not.toHaveProperty('x-client-request-id');
  });

  it('are sent with what needs no key', async () =>
    expect((await send({ method: 'GET', url: '/health/live', key: null })).headers['x-request-id']).toMatch(/^req_/));
});

describe('a path', () => {
  it('that is unknown is 404, with a key or without', async () => {
    for (const bearer of [key, null]) {
      const answer = await send({ method: 'GET', url: '/v1/nothing?x=1', key: bearer });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error).toMatchObject({ code: 'not_found', status: 404 });
    }
  });

  it.each([
    ['PUT', '/v1/languages', 'GET, HEAD'],
    ['POST', '/v1/things/thing_1?x=/v1/echo', 'DELETE, GET, HEAD'],
    ['GET', '/v1/echo', 'POST'],
    ['DELETE', '/health/live', 'GET, HEAD'],
  ] as const)('that is known has other methods: %s %s is 405', async (method, url, allow) => {
    const answer = await send({ method, url });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe(allow);
    expect(answer.json().error).toMatchObject({ code: 'invalid_request', status: 405 });
  });

  it('that cannot be read is refused in the envelope', async () => {
    const answer = await send({ method: 'GET', url: '/v1/%ZZ' });
    expect(answer.json()).toMatchObject({
      error: { code: 'invalid_request', status: 400 },
      meta: { request_id: /^req_/ },
    });
  });

  it('with an id of 10,000 characters is not found', async () => {
    const answer = await send({ method: 'GET', url: `/v1/things/${'x'.repeat(10_000)}` });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.code).toBe('not_found');
  });

  it('may end with a slash', async () =>
    expect((await send({ method: 'GET', url: '/v1/languages/' })).statusCode).toBe(200));
});

describe('a key', () => {
  it('is not needed where a route says nothing of access', async () =>
    expect((await send({ method: 'GET', url: '/health/live', key: null })).json()).toEqual({ status: 'ok' }));

  it('is asked for before the body is looked at', async () => {
    const answer = await send({ url: '/v1/echo', key: null, headers: { 'content-type': 'text/plain' }, payload: '{' });
    expect(answer.json().error).toMatchObject({ code: 'missing_api_key', status: 401 });
  });

  it('that nobody knows is invalid, and logged without itself', async () => {
    const unknown = generateApiKey();
    const answer = await send({ url: '/v1/echo', key: unknown, headers: json, payload: '{}' });
    expect(answer.json().error).toMatchObject({ code: 'invalid_api_key', status: 401 });
    expect(scene.log.join()).toContain('unknown API key');
    expect(scene.log.join()).toContain(answer.headers['x-request-id']);
    expect(scene.log.join()).not.toContain(unknown.slice(8));
  });

  it('that nobody knows leaves no entry of any organization', async () => {
    await send({ url: '/v1/echo', key: generateApiKey(), headers: json, payload: '{}' });
    expect(scene.eventStore.events).toEqual([]);
  });

  it.each([
    ['revoked', { revoked: true }, 401, 'revoked_api_key'],
    ['expired', { endsAt: 1 }, 401, 'expired_api_key'],
    ['of a suspended organization', { organizationSuspended: true }, 403, 'organization_suspended'],
    ['from elsewhere', { ipAllowlist: ['198.51.100.0/24'] }, 403, 'ip_not_allowed'],
    ['without the scope', { scopes: [] }, 403, 'insufficient_scope'],
  ] as const)('that is %s is refused, and the refusal recorded', async (_how, changes, status, code) => {
    const bearer = await scene.keyWith(changes);
    const answer = await send({ url: '/v1/echo', key: bearer, headers: json, payload: '{}' });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().error).toMatchObject({ code, status });
    expect(refusals()).toMatchObject([{ data: { action: 'translate', resource: 'text', code, status } }]);
  });

  it('cannot be looked up while the read models are away: 503', async () => {
    scene.failLookUps(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }));
    const answer = await send({ url: '/v1/echo', headers: json, payload: '{}' });
    expect(answer.json().error).toMatchObject({ code: 'service_unavailable', status: 503 });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe("a caller's address", () => {
  const callFrom = (bearer: string, forwarded: string) =>
    send({ url: '/v1/echo', key: bearer, headers: { ...json, 'x-forwarded-for': forwarded }, payload: '{}' });

  it('is not believed from the header when no proxy is trusted', async () => {
    const bearer = await scene.keyWith({ ipAllowlist: ['198.51.100.7'] });
    expect((await callFrom(bearer, '198.51.100.7')).json().error.code).toBe('ip_not_allowed');
  });

  it('is read from the header of a trusted proxy', async () => {
    await scene.close();
    await open({ trustedProxies: ['127.0.0.1'] });
    const bearer = await scene.keyWith({ ipAllowlist: ['198.51.100.7'] });
    expect((await callFrom(bearer, '203.0.113.1, 198.51.100.7')).statusCode).toBe(200);
    expect((await callFrom(bearer, '198.51.100.7, 203.0.113.1')).json().error.code).toBe('ip_not_allowed');
  });
});

describe('a body', () => {
  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/jsonp'],
    ['text/json'],
  ])('of type %s is 415', async (type) => {
    const answer = await echo('{}', { 'content-type': type });
    expect(answer.json().error).toMatchObject({ code: 'invalid_request', status: 415 });
  });

  it('without a type is 415', async () => {
    const answer = await send({ url: '/v1/echo', payload: Buffer.from('{}'), headers: {} });
    expect(answer.json().error).toMatchObject({ code: 'invalid_request', status: 415 });
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
  ])('of type %s is read', async (type) =>
    expect((await echo('{"a":"ä"}', { 'content-type': type })).json()).toEqual({ received: { a: 'ä' } }),
  );

  it('over 16 MiB is 413', async () => {
    const answer = await echo(Buffer.alloc(16 * 1024 * 1024 + 1, 0x20));
    expect(answer.json().error).toMatchObject({ code: 'invalid_request', status: 413 });
  });

  it('of exactly 16 MiB is read', async () => {
    const padding = 16 * 1024 * 1024 - '{"a":""}'.length;
    expect((await echo(`{"a":"${'x'.repeat(padding)}"}`)).statusCode).toBe(200);
  });

  it.each(['{', '{"a":1', "{'a':1}", '{"a":1}}', 'undefined', '\u0000', '{"a":NaN}'])(
    'that is not JSON is 400: %j',
    async (payload) =>
      expect((await echo(payload)).json().error).toMatchObject({ code: 'invalid_request', status: 400 }),
  );

  it('that is not JSON is not quoted in the answer', async () =>
    expect((await echo('{"a": very secret}')).body).not.toContain('secret'));

  it.each([
    ['Latin-1', Buffer.from('{"a":"ä"}', 'latin1')],
    ['UTF-16', Buffer.from('{"a":"ä"}', 'utf16le')],
    ['cut within a character', Buffer.from('{"a":"ä"}').subarray(0, 7)],
    [
      'an encoded surrogate',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    ],
  ])('in %s is 400', async (_encoding, payload) =>
    expect((await echo(payload)).json().error).toMatchObject({
      code: 'invalid_request',
      message: 'The request body is not valid UTF-8.',
    }),
  );

  it('of no bytes reaches the handler as none', async () =>
    expect((await send({ url: '/v1/echo', headers: json })).json()).toEqual({ received: null }));

  it.each(['{"__proto__":{"a":1},"b":2}', '{"constructor":{"prototype":{"a":1}},"b":2}'])(
    'cannot set a prototype, and ignores the attempt: %s',
    async (body) => expect((await echo(body)).json()).toEqual({ received: { b: 2 } }),
  );

  it('that is refused leaves a refusal in the log', async () => {
    await echo('{');
    expect(refusals()).toMatchObject([{ data: { code: 'invalid_request', status: 400 } }]);
  });
});

describe('a refusal', () => {
  it('is durable before the answer leaves', async () => {
    const order: string[] = [];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const append = scene.eventStore.append.bind(scene.eventStore);
    scene.eventStore.append = async (...args) => {
      order.push('append begins');
      await held;
      const result = await append(...args);
      order.push('durable');
      return result;
    };
    const answer = send({ method: 'DELETE', url: '/v1/things/thing_1' }).then(({ statusCode }) => {
      order.push(`answered ${statusCode}`);
    });
    while (order.length === 0) await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(order).toEqual(['append begins']);
    letGo();
    await answer;
    expect(order).toEqual(['append begins', 'durable', 'answered 404']);
  });

  it('that cannot be recorded becomes 503', async () => {
    scene.eventStore.failAppend(new EventStoreUnavailableError('down'));
    const answer = await send({ method: 'DELETE', url: '/v1/things/thing_1' });
    expect(answer.json().error).toMatchObject({ code: 'service_unavailable', status: 503 });
    expect(answer.headers).toHaveProperty('retry-after');
  });

  it('whose recording has an unknown outcome is recorded once', async () => {
    scene.eventStore.failAppend(new AppendOutcomeUnknownError('lost'), { written: true });
    expect((await send({ method: 'DELETE', url: '/v1/things/thing_1' })).statusCode).toBe(404);
    expect(refusals()).toHaveLength(1);
  });

  it('of a fault of ours keeps its status when it cannot be recorded', async () => {
    scene.eventStore.failAppend(new EventStoreUnavailableError('down'));
    expect((await send({ method: 'GET', url: '/v1/broken' })).json().error).toMatchObject({ code: 'internal_error' });
  });

  it('names what the request was about only when that is an id', async () => {
    await send({ method: 'DELETE', url: '/v1/things/doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2' });
    const answer = await send({ method: 'DELETE', url: '/v1/things/my%20secret%20name' });
    expect(refusals().map(({ data }) => data.resourceId)).toEqual([
      'doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
      answer.headers['x-request-id'],
    ]);
  });

  it('of a request that is no act leaves nothing', async () => {
    const bearer = await scene.keyWith({ scopes: [] });
    expect((await send({ method: 'GET', url: '/v1/languages', key: bearer })).statusCode).toBe(403);
    expect(scene.eventStore.events).toEqual([]);
  });
});

describe('an unforeseen error', () => {
  it('is answered without a word of it, and logged under the request id', async () => {
    const answer = await send({ method: 'GET', url: '/v1/broken' });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/secret|TypeError|undefined/);
    const [line = ''] = scene.log.filter((text) => text.includes('request failed'));
    expect(line).toContain(answer.headers['x-request-id']);
  });
});

describe('the rate limit', () => {
  beforeEach(async () => {
    await scene.close();
    await open({ requestsPerMinute: 3 });
  });

  const call = (bearer = key) => send({ url: '/v1/echo', key: bearer, headers: json, payload: '{}' });

  it('is told on every answer to a known key, also of what is refused', async () => {
    const withoutScope = await scene.keyWith({ scopes: [] });
    for (const bearer of [key, withoutScope]) {
      const { headers } = await call(bearer);
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' });
      expect(Number(headers['x-ratelimit-reset']) * 1000).toBeGreaterThan(Date.now());
      expect(headers).not.toHaveProperty('retry-after');
    }
  });

  it('is not told to an unknown key, nor without one', async () => {
    for (const bearer of [generateApiKey(), null]) {
      const { headers } = await send({ url: '/v1/echo', key: bearer, headers: json, payload: '{}' });
      expect(headers).not.toHaveProperty('x-ratelimit-limit');
    }
  });

  it('refuses what is over it', async () => {
    for (let count = 0; count < 3; count += 1) expect((await call()).statusCode).toBe(200);
    const answer = await call();
    expect(answer.statusCode).toBe(429);
    const { code, status, details } = answer.json().error;
    expect({ code, status }).toEqual({ code: 'rate_limit_exceeded', status: 429 });
    expect(details).toMatchObject({ limit: 3, remaining: 0 });
    expect(Date.parse(details.reset_at)).toBeGreaterThan(Date.now());
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('counts refused requests, but not those that it refused itself', async () => {
    for (let count = 0; count < 3; count += 1) {
      expect((await echo('{')).headers['x-ratelimit-remaining']).toBe(String(2 - count));
    }
    const resets = [await call(), await call(), await call()].map(({ headers }) => headers['x-ratelimit-reset']);
    expect(new Set(resets).size).toBe(1);
  });

  it('is each key’s own', async () => {
    for (let count = 0; count < 4; count += 1) await call();
    expect((await call(await scene.keyWith())).statusCode).toBe(200);
  });

  it('comes after what is wrong with the key itself', async () => {
    const revoked = await scene.keyWith({ revoked: true });
    for (let count = 0; count < 5; count += 1) expect((await call(revoked)).json().error.code).toBe('revoked_api_key');
  });

  it('is recorded as the refusal of an act', async () => {
    for (let count = 0; count < 4; count += 1) await call();
    expect(refusals()).toMatchObject([{ data: { code: 'rate_limit_exceeded', status: 429 } }]);
  });

  it('of zero is none, and nothing is told of it', async () => {
    await scene.close();
    await open({ requestsPerMinute: 0 });
    for (let count = 0; count < 10; count += 1) {
      const { statusCode, headers } = await call();
      expect(statusCode).toBe(200);
      expect(headers).not.toHaveProperty('x-ratelimit-limit');
    }
  });
});
