import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { EdgeClient, json } from './edge-client.fixture.js';

let edge: EdgeClient;
beforeEach(async () => {
  edge = await EdgeClient.open();
});
afterEach(() => edge.close());

describe('request ids', () => {
  it('request ids are ours, new for each request, and the same in header and body', async () => {
    const answers = [await edge.send({ url: '/nowhere' }), await edge.send({ url: '/nowhere' })];
    for (const answer of answers) {
      expect(answer.headers['x-request-id']).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(answer.json().meta).toEqual({ request_id: answer.headers['x-request-id'] });
    }
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(2);
  });

  it.each([['abc-123'], ['x'.repeat(128)], ['!"#$%&/()=~']])(
    'ids of a caller are echoed and never take the place of ours: %s',
    async (given) => {
      const { headers } = await edge.send({ url: '/nowhere', headers: { 'x-request-id': given } });
      expect(headers['x-client-request-id']).toBe(given);
      expect(headers['x-request-id']).not.toBe(given);
    },
  );

  it.each([['x'.repeat(129)], ['two words'], ['käyttö'], ['']])(
    'a caller’s id of another form is not echoed: %j',
    async (given) => {
      const { headers } = await edge.send({ url: '/nowhere', headers: { 'x-request-id': given } });
      expect(headers).not.toHaveProperty('x-client-request-id');
    },
  );

  it('a response that needs no key has a request id too', async () =>
    expect((await edge.send({ method: 'GET', url: '/health/live', key: null })).headers['x-request-id']).toMatch(
      /^req_/,
    ));
});

describe('a path', () => {
  it('the stream is no path of a request, and says what it is', async () => {
    for (const [method, url] of [
      ['GET', '/v1/stream'],
      ['POST', '/v1/stream/?x=1'],
    ] as const) {
      const answer = await edge.send({ method, url });
      expect(answer.json().error).toMatchObject({ status: 400, message: expect.stringContaining('is a WebSocket') });
    }
  });

  it('a browser that opens the address that was printed comes to the documentation, a program is told of it', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    for (const url of ['/v1', '/v1/', '//'])
      expect((await edge.send({ method: 'GET', url, key: null, headers: { accept } })).statusCode).toBe(302);
    const page = await edge.send({ method: 'GET', url: '/', key: null, headers: { accept } });
    expect([page.statusCode, page.headers.location]).toEqual([302, '/docs']);
    const answer = await edge.send({ method: 'GET', url: '/', key: null });
    expect(answer.json().error).toMatchObject({ status: 404, message: expect.stringContaining('/docs') });
    expect((await edge.send({ method: 'POST', url: '/', headers: { accept } })).statusCode).toBe(404);
  });

  it('an unknown path is 404, with a key or without', async () => {
    for (const bearer of [edge.key, null]) {
      const answer = await edge.send({ method: 'GET', url: '/v1/nothing?x=1', key: bearer });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error).toMatchObject({ code: 'not_found', status: 404 });
    }
  });

  it.each([
    ['PUT', '/v1/languages', 'GET, HEAD'],
    ['POST', '/v1/things/thing_1?x=/v1/echo', 'DELETE, GET, HEAD'],
    ['GET', '/v1/echo', 'POST'],
    ['DELETE', '/health/live', 'GET, HEAD'],
  ] as const)('a known path with another method is refused: %s %s is 405', async (method, url, allow) => {
    const answer = await edge.send({ method, url });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe(allow);
    expect(answer.json().error).toMatchObject({ code: 'invalid_request', status: 405 });
  });

  it('a URL that cannot be read is refused in the envelope', async () => {
    const answer = await edge.send({ method: 'GET', url: '/v1/%ZZ' });
    expect(answer.json()).toMatchObject({
      error: { code: 'invalid_request', status: 400 },
      meta: { request_id: /^req_/ },
    });
  });

  it('a path with an id of 10,000 characters is not found', async () => {
    const answer = await edge.send({ method: 'GET', url: `/v1/things/${'x'.repeat(10_000)}` });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.code).toBe('not_found');
  });

  it('a path may end with a slash', async () =>
    expect((await edge.send({ method: 'GET', url: '/v1/languages/' })).statusCode).toBe(200));
});

describe('a body', () => {
  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/jsonp'],
    ['text/json'],
  ])('a body of type %s is 415', async (type) => {
    const answer = await edge.echo('{}', { 'content-type': type });
    expect(answer.json().error).toMatchObject({ code: 'invalid_request', status: 415 });
  });

  it('a compressed body is 415, whatever is in it', async () => {
    const answer = await edge.echo(gzipSync('{}'), { ...json, 'content-encoding': 'gzip' });
    expect(answer.json().error).toMatchObject({ status: 415, message: expect.stringContaining('not be compressed') });
  });

  it('a body without a type is 415', async () => {
    const answer = await edge.send({ url: '/v1/echo', payload: Buffer.from('{}'), headers: {} });
    expect(answer.json().error).toMatchObject({ code: 'invalid_request', status: 415 });
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
  ])('a body of type %s is read', async (type) =>
    expect((await edge.echo('{"a":"ä"}', { 'content-type': type })).json()).toEqual({ received: { a: 'ä' } }),
  );

  it.each([
    ['/v1/echo', 1],
    ['/v1/many', 16],
  ])('a body to %s has at most %i MiB', async (url, limit) => {
    const padding = limit * 1024 * 1024 - '{"a":""}'.length;
    const send = (more: number) => edge.send({ url, headers: json, payload: `{"a":"${'x'.repeat(padding + more)}"}` });
    expect((await send(0)).statusCode).toBe(200);
    const bytes = limit * 1024 * 1024;
    expect((await send(1)).json().error).toMatchObject({
      code: 'invalid_request',
      status: 413,
      message: `The request body is larger than the limit of ${bytes} bytes.`,
      details: { limit: bytes },
    });
  });

  it.each(['{', '{"a":1', "{'a':1}", '{"a":1}}', 'undefined', '\u0000', '{"a":NaN}'])(
    'a body that is not JSON is 400: %j',
    async (payload) =>
      expect((await edge.echo(payload)).json().error).toMatchObject({ code: 'invalid_request', status: 400 }),
  );

  it('a body that is not JSON is not quoted in the response', async () =>
    expect((await edge.echo('{"a": very secret}')).body).not.toContain('secret'));

  it.each([
    ['Latin-1', Buffer.from('{"a":"ä"}', 'latin1')],
    ['UTF-16', Buffer.from('{"a":"ä"}', 'utf16le')],
    ['cut within a character', Buffer.from('{"a":"ä"}').subarray(0, 7)],
    [
      'an encoded surrogate',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    ],
  ])('a body in %s is 400', async (_encoding, payload) =>
    expect((await edge.echo(payload)).json().error).toMatchObject({
      code: 'invalid_request',
      message: 'The request body is not valid UTF-8.',
    }),
  );

  it('a body of no bytes reaches the handler as none', async () =>
    expect((await edge.send({ url: '/v1/echo', headers: json })).json()).toEqual({ received: null }));

  it.each(['{"__proto__":{"a":1},"b":2}', '{"constructor":{"prototype":{"a":1}},"b":2}'])(
    'a body cannot set a prototype, and the attempt is ignored: %s',
    async (body) => expect((await edge.echo(body)).json()).toEqual({ received: { b: 2 } }),
  );

  it('a refused body leaves a refusal in the log', async () => {
    await edge.echo('{');
    expect(edge.refusals()).toMatchObject([{ data: { code: 'invalid_request', status: 400 } }]);
  });
});

describe('a refusal', () => {
  it('a refusal is durable before the response leaves', async () => {
    const order: string[] = [];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const append = edge.eventStore.append.bind(edge.eventStore);
    edge.eventStore.append = async (...args) => {
      order.push('append begins');
      await held;
      const result = await append(...args);
      order.push('durable');
      return result;
    };
    const answer = edge.send({ method: 'DELETE', url: '/v1/things/thing_1' }).then(({ statusCode }) => {
      order.push(`answered ${statusCode}`);
    });
    while (order.length === 0) await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(order).toEqual(['append begins']);
    letGo();
    await answer;
    expect(order).toEqual(['append begins', 'durable', 'answered 404']);
  });

  it('a refusal that cannot be recorded becomes 503', async () => {
    edge.eventStore.failAppend(new EventStoreUnavailableError('down'));
    const answer = await edge.send({ method: 'DELETE', url: '/v1/things/thing_1' });
    expect(answer.json().error).toMatchObject({ code: 'service_unavailable', status: 503 });
    expect(answer.headers).toHaveProperty('retry-after');
  });

  it('a refusal whose recording has an unknown outcome is recorded once', async () => {
    edge.eventStore.failAppend(new AppendOutcomeUnknownError('lost'), { written: true });
    expect((await edge.send({ method: 'DELETE', url: '/v1/things/thing_1' })).statusCode).toBe(404);
    expect(edge.refusals()).toHaveLength(1);
  });

  it('the refusal of a fault of ours keeps its status when it cannot be recorded', async () => {
    edge.eventStore.failAppend(new EventStoreUnavailableError('down'));
    expect((await edge.send({ method: 'GET', url: '/v1/broken' })).json().error).toMatchObject({
      code: 'internal_error',
    });
  });

  it('a refusal names the resource of the request only when that is an id', async () => {
    await edge.send({ method: 'DELETE', url: '/v1/things/doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2' });
    const answer = await edge.send({ method: 'DELETE', url: '/v1/things/my%20secret%20name' });
    expect(edge.refusals().map(({ data }) => data.resourceId)).toEqual([
      'doc_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
      answer.headers['x-request-id'],
    ]);
  });

  it('the refusal of a request that is no act names the key, the method and the route', async () => {
    const bearer = await edge.keyWith({ scopes: [] });
    expect((await edge.send({ method: 'GET', url: '/v1/things/my-name', key: bearer })).statusCode).toBe(403);
    expect(edge.refusals()).toMatchObject([
      {
        data: {
          action: 'request_refused',
          resource: 'api_key',
          code: 'insufficient_scope',
          status: 403,
          method: 'GET',
          route: '/v1/things/:id',
        },
      },
    ]);
  });

  it('after 60 refusals of a key in a minute nothing more is appended for it', async () => {
    const bearer = await edge.keyWith({ revoked: true });
    const statuses = new Set<number>();
    for (let count = 0; count < 100; count += 1) {
      statuses.add((await edge.send({ url: '/v1/echo', key: bearer })).statusCode);
    }
    expect(statuses).toEqual(new Set([401]));
    // A minute may have ended meanwhile.
    expect([60, 100]).toContain(edge.refusals().length);
  });
});

describe('an unforeseen error', () => {
  it('an unforeseen error is not shown in the response, and is logged under the request id', async () => {
    const answer = await edge.send({ method: 'GET', url: '/v1/broken' });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/secret|TypeError|undefined/);
    const [line = ''] = edge.log.filter((text) => text.includes('request failed'));
    expect(line).toContain(answer.headers['x-request-id']);
  });

  it('an answer of 500 that the service decided is no error of the log, however often it is asked for', async () => {
    edge.route('GET', '/v1/failed', { scope: 'documents:read' }, async () => {
      throw new Rejection('processing_failed');
    });
    expect((await edge.send({ method: 'GET', url: '/v1/failed' })).statusCode).toBe(500);
    const [line = ''] = edge.log.filter((text) => text.includes('request failed'));
    expect(JSON.parse(line)).toMatchObject({ level: 30, code: 'processing_failed' });
  });

  it.each([
    ['reading', 'GET', 'a refusal', [400], 0],
    ['a change', 'POST', 'a fault', [], 1],
  ] as const)(
    '%s that is given up since its caller has gone (%s) is %s',
    async (_what, method, _told, statuses, lines) => {
      const leaving = new AbortController();
      edge.route(method, '/v1/left', { scope: 'documents:read' }, async (_request, reply) => {
        leaving.abort();
        await once(reply.raw, 'close');
        AbortSignal.abort().throwIfAborted();
      });
      const address = await edge.instance.listen({ port: 0, host: '127.0.0.1' });
      const headers = { authorization: `Bearer ${edge.key}` };
      await expect(fetch(`${address}/v1/left`, { method, headers, signal: leaving.signal })).rejects.toThrow();
      const left = () => [edge.refusals().map(({ data }) => data.status), edge.log.length];
      await expect.poll(left).toEqual([statuses, lines]);
    },
  );

  it('a fault that the log has a line of already gets no other', async () => {
    expect((await edge.send({ method: 'GET', url: '/v1/told-of' })).statusCode).toBe(503);
    expect(edge.log.filter((text) => text.includes('request failed'))).toEqual([]);
  });
});
