import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateApiKey } from '#libs/platform/ids/api-key-format.js';
import { EdgeClient, json } from './edge-client.fixture.js';

let edge: EdgeClient;
beforeEach(async () => {
  edge = await EdgeClient.open();
});
afterEach(() => edge.close());

describe('a key', () => {
  it('a route that declares no access needs no key', async () =>
    expect((await edge.send({ method: 'GET', url: '/health/live', key: null })).json()).toEqual({ status: 'ok' }));

  it('a missing key is refused before the body is read', async () => {
    const answer = await edge.send({
      url: '/v1/echo',
      key: null,
      headers: { 'content-type': 'text/plain' },
      payload: '{',
    });
    expect(answer.json().error).toMatchObject({ code: 'missing_api_key', status: 401 });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(edge.log.join()).toContain('a request without an API key was refused');
    expect(edge.log.join()).toContain(answer.headers['x-request-id']);
  });

  it.each(['Bearer abc', 'Bearer tl_live_abc', 'Basic YWJjOg=='])(
    'what no key looks like (%s) is refused, and logged without itself',
    async (authorization) => {
      const answer = await edge.send({
        url: '/v1/echo',
        key: null,
        headers: { ...json, authorization },
        payload: '{}',
      });
      expect(answer.json().error).toMatchObject({ code: 'invalid_api_key', status: 401 });
      expect(edge.log.join()).toContain('an unknown API key was refused');
      expect(edge.log.join()).toContain(answer.headers['x-request-id']);
      expect(edge.log.join()).not.toContain(authorization);
    },
  );

  it('an unknown key is invalid, and logged without itself', async () => {
    const unknown = generateApiKey();
    const answer = await edge.send({ url: '/v1/echo', key: unknown, headers: json, payload: '{}' });
    expect(answer.json().error).toMatchObject({ code: 'invalid_api_key', status: 401 });
    expect(edge.log.join()).toContain('unknown API key');
    expect(edge.log.join()).toContain(answer.headers['x-request-id']);
    expect(edge.log.join()).not.toContain(unknown.slice(8));
  });

  it('an unknown key leaves no entry in the log of any organization', async () => {
    await edge.send({ url: '/v1/echo', key: generateApiKey(), headers: json, payload: '{}' });
    expect(edge.eventStore.events).toEqual([]);
  });

  it.each([
    ['revoked', { revoked: true }, 401, 'revoked_api_key'],
    ['expired', { endsAt: 1 }, 401, 'expired_api_key'],
    ['of a suspended organization', { organizationSuspended: true }, 403, 'organization_suspended'],
    ['from elsewhere', { ipAllowlist: ['198.51.100.0/24'] }, 403, 'ip_not_allowed'],
    ['without the scope', { scopes: [] }, 403, 'insufficient_scope'],
  ] as const)('a key that is %s is refused, and the refusal recorded', async (_how, changes, status, code) => {
    const bearer = await edge.keyWith(changes);
    const answer = await edge.send({ url: '/v1/echo', key: bearer, headers: json, payload: '{}' });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().error).toMatchObject({ code, status });
    expect(edge.refusals()).toMatchObject([{ data: { action: 'translate', resource: 'text', code, status } }]);
  });

  it('a key that cannot be looked up while the read models are unavailable is a 503', async () => {
    edge.failLookUps(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }));
    const answer = await edge.send({ url: '/v1/echo', headers: json, payload: '{}' });
    expect(answer.json().error).toMatchObject({ code: 'service_unavailable', status: 503 });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe("a caller's address", () => {
  const callFrom = (bearer: string, forwarded: string) =>
    edge.send({ url: '/v1/echo', key: bearer, headers: { ...json, 'x-forwarded-for': forwarded }, payload: '{}' });

  it('the address in the header is ignored when no proxy is trusted', async () => {
    const bearer = await edge.keyWith({ ipAllowlist: ['198.51.100.7'] });
    expect((await callFrom(bearer, '198.51.100.7')).json().error.code).toBe('ip_not_allowed');
  });

  it('the address is read from the header of a trusted proxy', async () => {
    await edge.reopen({ trustedProxies: ['127.0.0.1'] });
    const bearer = await edge.keyWith({ ipAllowlist: ['198.51.100.7'] });
    expect((await callFrom(bearer, '203.0.113.1, 198.51.100.7')).statusCode).toBe(200);
    expect((await callFrom(bearer, '198.51.100.7, 203.0.113.1')).json().error).toMatchObject({
      code: 'ip_not_allowed',
      details: { address: '203.0.113.1' },
    });
  });
});

describe('the rate limit', () => {
  beforeEach(async () => {
    await edge.reopen({ requestsPerMinute: 3 });
  });

  const call = (bearer = edge.key) => edge.send({ url: '/v1/echo', key: bearer, headers: json, payload: '{}' });

  it('every response to a known key has the rate headers, also a refusal', async () => {
    const withoutScope = await edge.keyWith({ scopes: [] });
    for (const bearer of [edge.key, withoutScope]) {
      const { headers } = await call(bearer);
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' });
      expect(Number(headers['x-ratelimit-reset']) * 1000).toBeGreaterThan(Date.now());
      expect(headers).not.toHaveProperty('retry-after');
    }
  });

  it('a response to an unknown key, or without a key, has no rate headers', async () => {
    for (const bearer of [generateApiKey(), null]) {
      const { headers } = await edge.send({ url: '/v1/echo', key: bearer, headers: json, payload: '{}' });
      expect(headers).not.toHaveProperty('x-ratelimit-limit');
    }
  });

  it.each([
    ['an unknown path', 'GET', '/v1/nothing', 404],
    ['a wrong method', 'PUT', '/v1/languages', 405],
    ['a URL that cannot be read', 'GET', '/v1/%zz', 400],
  ] as const)('%s counts and has the rate headers where the key is known', async (_what, method, url, status) => {
    for (let count = 0; count < 3; count += 1) {
      const answer = await edge.send({ method, url });
      expect(answer.statusCode).toBe(status);
      expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': String(2 - count) });
    }
    expect((await edge.send({ method, url })).json().error.code).toBe('rate_limit_exceeded');
    expect(edge.refusals().map(({ data }) => data.route)).toEqual(Array(4).fill('(unknown)'));
    for (const key of [generateApiKey(), 'nothing', null]) {
      const answer = await edge.send({ method, url, key });
      expect(answer.statusCode).toBe(status);
      expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
    }
  });

  it('a request over the rate is refused', async () => {
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

  it('the rate counts refused requests, but not those that it refused itself', async () => {
    for (let count = 0; count < 3; count += 1) {
      expect((await edge.echo('{')).headers['x-ratelimit-remaining']).toBe(String(2 - count));
    }
    const resets = [await call(), await call(), await call()].map(({ headers }) => headers['x-ratelimit-reset']);
    expect(new Set(resets).size).toBe(1);
  });

  it('each key has its own rate', async () => {
    for (let count = 0; count < 4; count += 1) await call();
    expect((await call(await edge.keyWith())).statusCode).toBe(200);
  });

  it('the rate comes before the faults of the key itself, so that no key is without a limit', async () => {
    const revoked = await edge.keyWith({ revoked: true });
    const codes: string[] = [];
    for (let count = 0; count < 5; count += 1) codes.push((await call(revoked)).json().error.code);
    expect(codes).toEqual([...Array(3).fill('revoked_api_key'), ...Array(2).fill('rate_limit_exceeded')]);
  });

  it('a request over the rate is recorded as the refusal of an act', async () => {
    for (let count = 0; count < 4; count += 1) await call();
    expect(edge.refusals()).toMatchObject([{ data: { code: 'rate_limit_exceeded', status: 429 } }]);
  });

  it('a rate of zero is unlimited, and has no headers', async () => {
    await edge.reopen({ requestsPerMinute: 0 });
    for (let count = 0; count < 10; count += 1) {
      const { statusCode, headers } = await call();
      expect(statusCode).toBe(200);
      expect(headers).not.toHaveProperty('x-ratelimit-limit');
    }
  });
});

describe('the limit of requests at the same time', () => {
  const access = { scope: 'translate' } as const;

  it('one request too many is refused, and the next is admitted after a response', async () => {
    await edge.reopen({ concurrentRequests: 1 });
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    edge.route('POST', '/v1/slow', access, async () => {
      begin();
      await answered;
      return {};
    });
    const slow = Promise.resolve(edge.send({ url: '/v1/slow' }));
    await begun;
    const refused = await edge.echo('{}');
    expect(refused.json().error).toMatchObject({
      code: 'concurrent_limit',
      status: 429,
      details: { limit: 1, limit_of: 'requests' },
    });
    expect(refused.headers['retry-after']).toBe('1');
    expect(edge.refusals().map(({ data }) => data.code)).toEqual(['concurrent_limit']);
    answer();
    expect((await slow).statusCode).toBe(200);
    expect((await edge.echo('{}')).statusCode).toBe(200);
    expect((await edge.echo('{}')).statusCode).toBe(200);
  });

  it('a place is free again when the caller disconnects while it is waited for', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: gone, resolve: goAway } = Promise.withResolvers<void>();
    const { promise: free, resolve: giveBack } = Promise.withResolvers<void>();
    const take = async () => {
      ask();
      await gone;
      return giveBack;
    };
    await edge.reopen({ concurrentRequests: 1, slots: { take } });
    edge.route('POST', '/v1/never', access, () => new Promise(() => undefined));
    const url = await edge.instance.listen({ port: 0, host: '127.0.0.1' });
    edge.instance.server.on('connection', (socket) => socket.once('close', goAway));
    const caller = new AbortController();
    const headers = { authorization: `Bearer ${edge.key}` };
    const never = fetch(`${url}/v1/never`, { method: 'POST', headers, signal: caller.signal }).catch(() => undefined);
    await asked;
    caller.abort();
    await Promise.all([never, free]);
  });

  it('a place is free again when the caller disconnects, whatever it was sent', async () => {
    await edge.reopen({ concurrentRequests: 1 });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    edge.route('POST', '/v1/never', access, (_request, reply) => {
      reply.raw.once('close', end);
      begin();
      return new Promise(() => undefined);
    });
    const url = await edge.instance.listen({ port: 0, host: '127.0.0.1' });
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${edge.key}` };
    const never = fetch(`${url}/v1/never`, { method: 'POST', headers, signal: gone.signal }).catch(() => undefined);
    await begun;
    expect((await fetch(`${url}/v1/languages`, { headers })).status).toBe(429);
    gone.abort();
    await Promise.all([never, ended]);
    expect((await fetch(`${url}/v1/languages`, { headers })).status).toBe(200);
  });
});

describe('a query that a route does not take', () => {
  it.each([
    ['POST', '/v1/echo?receipts=true', { receipts: ['is not known: did you mean receipt?'] }],
    ['GET', '/v1/languages?detail=pairs', { detail: ['is not known'] }],
  ] as const)('is refused and named: %s %s', async (method, url, details) => {
    const answer = await edge.send({ method, url, headers: json, ...(method === 'POST' && { payload: '{}' }) });
    expect(answer.json().error).toMatchObject({ code: 'invalid_request', status: 400, details });
  });

  it('a query is left alone where the route takes one, or needs no key', async () => {
    edge.route('GET', '/v1/pages', { takesQuery: true }, async () => ({}));
    expect((await edge.send({ method: 'GET', url: '/v1/pages?limit=1' })).statusCode).toBe(200);
    expect((await edge.send({ method: 'GET', url: '/health/live?from=balancer' })).statusCode).toBe(200);
  });
});
