import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EdgeFixture, edgeFixture } from '#test/fakes/edge.fixture.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { BodyBudget, countedInto } from './body-budget.js';

const kib = 1024;

describe('the memory of bodies', () => {
  it('an organization gets its share, a node has its own limit, and what is given back is free', async () => {
    const budget = new BodyBudget({ node: 150, organization: 100 });
    const one = budget.shareOf('org_1');
    one.add(60);
    expect(await rejectionOf(() => budget.shareOf('org_1').add(41))).toMatchObject({
      code: 'concurrent_limit',
      status: 429,
      details: { limit_bytes: 100, scope: 'organization' },
      retryAfter: 1,
    });
    budget.shareOf('org_2').add(90);
    expect(await rejectionOf(() => budget.shareOf('org_3').add(1))).toMatchObject({
      code: 'service_unavailable',
      status: 503,
      retryAfter: 1,
    });
    one.giveBack();
    one.giveBack();
    expect(budget.bytes).toBe(90);
    budget.shareOf('org_1').add(60);
  });

  it('a declared length is set aside of the share of its organization, and takes nothing from others', async () => {
    const budget = new BodyBudget({ node: 150, organization: 100 });
    const one = budget.shareOf('org_1');
    one.declare(60);
    const other = budget.shareOf('org_1');
    expect((await rejectionOf(() => other.declare(41))).code).toBe('concurrent_limit');
    expect(budget.bytes).toBe(0);
    budget.shareOf('org_2').add(100);
    one.add(50);
    expect((await rejectionOf(() => one.add(1))).code).toBe('service_unavailable');
    one.giveBack();
    expect(budget.bytes).toBe(100);
    other.declare(100);
  });

  it('a body of unknown length counts as it is read, and ends in the rejection of what does not fit', async () => {
    const budget = new BodyBudget({ node: 150, organization: 100 });
    const share = budget.shareOf('org_1');
    const parts = [Buffer.alloc(40), Buffer.alloc(40)];
    expect(await buffer(countedInto(share, Readable.from(parts)))).toHaveLength(80);
    expect(budget.bytes).toBe(80);
    const rest = Readable.from([Buffer.alloc(10), Buffer.alloc(11), Buffer.alloc(1_000_000)]);
    expect((await rejectionOf(() => buffer(countedInto(share, rest)))).code).toBe('concurrent_limit');
    expect(budget.bytes).toBe(0);
  });
});

describe('the body of a request', () => {
  let fixture: EdgeFixture;
  let url: string;
  let key: string;
  /** Called by the handler; the response waits for it. */
  let held: PromiseWithResolvers<void>;
  let begun: PromiseWithResolvers<void>;

  beforeEach(async () => {
    held = Promise.withResolvers();
    begun = Promise.withResolvers();
    fixture = edgeFixture({ bodyBytes: { node: 3_000 * kib, organization: 2_000 * kib } });
    const handle = async () => {
      begun.resolve();
      await held.promise;
      return {};
    };
    fixture.route('POST', '/v1/small', {}, handle);
    fixture.route('POST', '/v1/large', { maxBodyBytes: 1_500 * kib }, handle);
    url = await fixture.instance.listen({ port: 0, host: '127.0.0.1' });
    key = await fixture.keyWith();
  });
  afterEach(async () => {
    held.resolve();
    await fixture.close();
  });

  const send = (
    path: string,
    bytes: number,
    { bearer = key, signal }: { bearer?: string; signal?: AbortSignal } = {},
  ) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: `"${'x'.repeat(bytes - 2)}"`,
      ...(signal === undefined ? {} : { signal }),
    });

  /** Counted bytes of such a body: its text, and what one value takes beside its characters. */
  const kept = (bytes: number): number => bytes - 2 + 160;

  const free = async () => {
    while (fixture.bodies.bytes > 0) await new Promise(setImmediate);
  };

  it('a route takes 1 MiB, and more only where it says so', async () => {
    held.resolve();
    expect((await send('/v1/small', 1_024 * kib)).status).toBe(200);
    const refused = await send('/v1/small', 1_024 * kib + 1);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ error: { code: 'invalid_request' } });
    expect((await send('/v1/large', 1_500 * kib)).status).toBe(200);
    expect((await send('/v1/large', 1_500 * kib + 1)).status).toBe(413);
    await free();
  });

  it('a body takes memory until its response has left, also where its caller has gone away', async () => {
    const gone = new AbortController();
    const first = send('/v1/large', 1_500 * kib, { signal: gone.signal }).catch(() => undefined);
    await begun.promise;
    gone.abort();
    await first;
    expect(fixture.bodies.bytes).toBe(kept(1_500 * kib));
    const refused = await send('/v1/large', 600 * kib);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({
      error: { code: 'concurrent_limit', details: { limit_bytes: 2_000 * kib, scope: 'organization' } },
    });
    held.resolve();
    await free();
    expect((await send('/v1/large', 600 * kib)).status).toBe(200);
    await free();
  });

  it('another organization has its own share, up to the limit of the node', async () => {
    const bearer = await fixture.keyWith({ organizationId: 'org_01KAH3W7J4B2X8Y6Z5V9T0S1R9' });
    const requests = [send('/v1/large', 1_500 * kib), send('/v1/large', 1_400 * kib, { bearer })];
    while (fixture.bodies.bytes < 2_900 * kib) await new Promise(setImmediate);
    const refused = await send('/v1/large', 200 * kib, { bearer });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { code: 'service_unavailable' } });
    held.resolve();
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200]);
    await free();
  });

  it('a length that is declared and not sent takes nothing from others', async () => {
    const bearer = await fixture.keyWith({ organizationId: 'org_01KAH3W7J4B2X8Y6Z5V9T0S1R9' });
    const third = await fixture.keyWith({ organizationId: 'org_01KAH3W7J4B2X8Y6Z5V9T0S1R8' });
    const { hostname, port } = new URL(url);
    const slow = await Promise.all(
      [key, bearer].map(async (owner) => {
        const socket = connect(Number(port), hostname);
        await once(socket, 'connect');
        const length = `Content-Length: ${1_500 * kib}\r\n\r\n`;
        socket.write(
          `POST /v1/large HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${owner}\r\nContent-Type: application/json\r\n${length}`,
        );
        socket.write(Buffer.alloc(10 * kib, ' '));
        return socket;
      }),
    );
    while (fixture.bodies.bytes < 20 * kib) await new Promise(setImmediate);
    expect(fixture.bodies.bytes).toBe(20 * kib);
    held.resolve();
    expect((await send('/v1/large', 1_500 * kib, { bearer: third })).status).toBe(200);
    for (const socket of slow) socket.destroy();
    await free();
  });

  it('a body that is cut off takes nothing any more', async () => {
    const gone = new AbortController();
    const cutOff = fetch(`${url}/v1/large`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: ReadableStream.from(
        (async function* () {
          yield Buffer.alloc(100 * kib, ' ');
          await new Promise(() => undefined);
        })(),
      ),
      duplex: 'half',
      signal: gone.signal,
    } as RequestInit).catch(() => undefined);
    while (fixture.bodies.bytes < 100 * kib) await new Promise(setImmediate);
    gone.abort();
    await cutOff;
    await free();
  });
});
