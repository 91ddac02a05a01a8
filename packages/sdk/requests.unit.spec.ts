import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Transledger } from './client.js';
import { TransledgerError } from './errors.js';
import {
  type Answering,
  cuts,
  cutsHalfWay,
  HostileServer,
  keepsSilent,
  refuses,
  says,
} from './hostile-server.fixture.js';
import { type CallOptions, version } from './requests.js';

const apiKey = 'tl_live_secret';
const text = { text: 'house', target: 'es' };
const translated = says({ translation: 'casa' });

let server: HostileServer;
let client: Transledger;
beforeAll(async () => {
  server = await HostileServer.start();
  client = new Transledger({ baseUrl: `${server.url}/`, apiKey });
});
afterAll(() => server.stop());
// Jitter takes its time between nothing and all of a pause: here nothing.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => vi.restoreAllMocks());

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const failureOf = async (work: Promise<unknown>): Promise<TransledgerError> => {
  const thrown = await thrownBy(work);
  return thrown instanceof TransledgerError ? thrown : expect.unreachable(`It threw ${String(thrown)}.`);
};
const translate = (options?: CallOptions) => client.translate(text, options);
const keysSent = () => server.received.map(({ headers }) => headers['idempotency-key']);

describe('a request', () => {
  it('has key, agent and body, and its answer the data, the request id, meta and the response', async () => {
    server.willAnswer(says({ translation: 'casa' }, 200, { 'x-tier': 'max' }));
    const answer = await translate({ receipt: true });
    expect(JSON.parse(JSON.stringify(answer))).toEqual({
      translation: 'casa',
      requestId: 'req_1',
      meta: { request_id: 'req_1' },
    });
    expect(answer.response.headers.get('x-tier')).toBe('max');
    expect(server.received).toMatchObject([
      {
        method: 'POST',
        path: '/v1/translate?receipt=true',
        headers: { authorization: `Bearer ${apiKey}`, 'user-agent': `transledger-sdk/${version}` },
        body: JSON.stringify(text),
      },
    ]);
  });

  it('goes to the path that the address has', async () => {
    server.willAnswer(translated);
    await new Transledger({ baseUrl: `${server.url}/mt` }).models();
    expect(server.received).toMatchObject([{ path: '/mt/v1/models', headers: { accept: '*/*' } }]);
    expect(server.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it('writes filters that repeat, leaves out what is not given, and escapes ids', async () => {
    server.willAnswer(says({ entries: [], pagination: { next_cursor: null } }));
    await client.auditLogs.list({ action: ['translate', 'detect'], start: undefined }).page();
    await client.documents.get('a/b?c');
    expect(server.received.map(({ path }) => path)).toEqual([
      '/v1/compliance/audit-logs?action=translate&action=detect',
      '/v1/documents/a%2Fb%3Fc',
    ]);
  });

  it.each(['', '.', '..'])('is not sent with the id "%s", which would change its path', (id) =>
    expect(() => client.documents.get(id)).toThrow('An id is missing.'),
  );

  it.each([['ftp://example.com'], ['nowhere']])('has no address like %s', (baseUrl) =>
    expect(() => new Transledger({ baseUrl })).toThrow(TypeError),
  );

  it('a key with a line break is refused without being repeated', () =>
    expect(() => new Transledger({ baseUrl: server.url, apiKey: 'tl_live_x\n' })).toThrow(/^apiKey is no API key\.$/));

  it('whoever prints a client does not print its key', () => {
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain(apiKey);
    expect(JSON.stringify(client)).not.toContain(apiKey);
  });
});

describe('what passes is tried again', () => {
  const html: Answering = (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>');

  it.each<[string, Answering]>([
    ['a connection that is cut', cuts],
    ['half a body', cutsHalfWay],
    ['a 500', refuses(500, 'internal_error')],
    ['a 502 of a proxy', html],
    ['a 503', refuses(503, 'service_unavailable', { 'retry-after': '0' })],
    ['a rate limit', refuses(429, 'rate_limit_exceeded', { 'retry-after': '0' })],
  ])('%s', async (_what, fault) => {
    server.willAnswer(fault, fault, translated);
    expect(await translate()).toMatchObject({ translation: 'casa' });
    expect(server.received).toHaveLength(3);
  });

  it('an attempt that is not answered in time', async () => {
    server.willAnswer(keepsSilent, translated);
    expect(await translate({ attemptTimeout: 50 })).toMatchObject({ translation: 'casa' });
  });

  it('up to its retries', async () => {
    server.willAnswer(cuts);
    expect(await failureOf(translate({ maxRetries: 2 }))).toMatchObject({ code: 'connection_failed', status: 0 });
    expect(server.received).toHaveLength(3);
  });

  it('an Idempotency-Key whose first request is in flight; no other conflict', async () => {
    const inFlight = refuses(409, 'conflict', { 'retry-after': '0' });
    server.willAnswer(inFlight, inFlight, inFlight, says({ id: 'whk_1' }, 201));
    const created = client.webhooks.create({ delivery: 'pull', events: [] }, { maxRetries: 1 });
    expect(await created).toMatchObject({ id: 'whk_1' });
    server.willAnswer(refuses(409, 'conflict'));
    expect(await failureOf(client.documents.download('doc_1'))).toMatchObject({ code: 'conflict', retryable: false });
    expect(server.received).toHaveLength(1);
  });

  it('with the pauses that the service asks for, and else twice as long each time with full jitter', async () => {
    const pauses: (number | undefined)[] = [];
    vi.mocked(Math.random).mockReturnValue(0.5);
    const waits = vi.spyOn(globalThis, 'setTimeout');
    server.willAnswer(cuts, cuts, refuses(503, 'service_unavailable', { 'retry-after': '1' }), translated);
    await translate({ attemptTimeout: 59_999 });
    for (const [, milliseconds] of waits.mock.calls) if ((milliseconds ?? 0) < 10_000) pauses.push(milliseconds);
    expect(pauses.filter((each) => [250, 500, 2_000].includes(each ?? 0))).toEqual([250, 500, 2_000]);
  });
});

describe('what does not pass is not tried again', () => {
  it.each<[string, Answering, object]>([
    ['a wrong request', refuses(400, 'invalid_language', {}, { target: ['no'] }), { details: { target: ['no'] } }],
    ['a quota that is used up', refuses(429, 'quota_exceeded', { 'retry-after': '0' }), { status: 429 }],
    ['a document that failed', refuses(500, 'processing_failed'), { code: 'processing_failed' }],
    ['an answer that is none', (response) => response.end('hello'), { code: 'unexpected_answer', status: 200 }],
  ])('%s', async (_what, answer, expected) => {
    server.willAnswer(answer);
    expect(await failureOf(translate())).toMatchObject({ retryable: false, ...expected });
    expect(server.received).toHaveLength(1);
  });

  it('what is asked for beyond the deadline: it ends at once, and says when', async () => {
    server.willAnswer(refuses(429, 'rate_limit_exceeded', { 'retry-after': '61' }));
    const failure = await failureOf(translate({ timeout: 60_000 }));
    expect(failure).toMatchObject({ retryAfter: 61, retryable: true, requestId: 'req_2', name: 'TransledgerError' });
    expect(server.received).toHaveLength(1);
  });

  it('a date in Retry-After is understood', async () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    server.willAnswer(refuses(503, 'service_unavailable', { 'retry-after': inAMinute }));
    const { retryAfter } = await failureOf(translate({ timeout: 5_000 }));
    expect(retryAfter).toBeGreaterThan(50);
    expect(retryAfter).toBeLessThanOrEqual(60);
  });

  it('a sign-in', async () => {
    server.willAnswer(refuses(503, 'service_unavailable', { 'retry-after': '0' }));
    await failureOf(client.session.signIn({ email: 'ada@example.com', password: 'secret' }));
    expect(server.received).toHaveLength(1);
  });
});

describe('an idempotency key', () => {
  it('is one for each logical call that creates something, and stays over its retries', async () => {
    server.willAnswer(cuts, refuses(500, 'internal_error'), says({ id: 'whk_1' }, 201));
    await client.webhooks.create({ delivery: 'pull', events: [] });
    await client.webhooks.create({ delivery: 'pull', events: [] });
    const [first, second, third, next] = keysSent();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([second, third]).toEqual([first, first]);
    expect(next).not.toBe(first);
  });

  it('is not made for texts, and is the one that is given', async () => {
    server.willAnswer(translated);
    await translate();
    await translate({ idempotencyKey: 'mine' });
    expect(keysSent()).toEqual([undefined, 'mine']);
  });

  it('is made on a page without https, where crypto has neither subtle nor randomUUID', async () => {
    const { getRandomValues } = globalThis.crypto;
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(globalThis.crypto) });
    server.willAnswer(says({ id: 'whk_1' }, 201));
    await client.webhooks.create({ delivery: 'pull', events: [] }).finally(() => vi.unstubAllGlobals());
    expect(keysSent()[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('a call ends', () => {
  it('at its deadline, however many attempts it has left', async () => {
    server.willAnswer(keepsSilent);
    expect(await failureOf(translate({ timeout: 60 }))).toMatchObject({ code: 'timeout', retryable: true });
  });

  const enough = new Error('enough');

  it('with the reason of its signal: before it', async () => {
    server.willAnswer(keepsSilent);
    await expect(translate({ signal: AbortSignal.abort(enough) })).rejects.toBe(enough);
    expect(server.received).toEqual([]);
  });

  it.each([
    ['in an attempt', keepsSilent],
    ['in a pause', refuses(503, 'service_unavailable', { 'retry-after': '30' })],
  ])('with the reason of its signal: %s', async (_when, answer) => {
    server.willAnswer(answer);
    const caller = new AbortController();
    const thrown = thrownBy(translate({ signal: caller.signal }));
    await vi.waitUntil(() => server.received.length === 1);
    caller.abort(enough);
    expect(await thrown).toBe(enough);
  });
});

describe('a redirect', () => {
  it('is not followed, so that the key goes nowhere else', async () => {
    const other = await HostileServer.start();
    other.willAnswer(translated);
    server.willAnswer((response) => response.writeHead(307, { location: `${other.url}/v1/translate?x=1` }).end());
    const failure = await failureOf(translate());
    expect(failure).toMatchObject({ code: 'redirected', status: 307, retryable: false });
    expect(failure.message).toContain(`redirects to ${other.url};`);
    expect(other.received).toEqual([]);
    other.stop();
  });
});
