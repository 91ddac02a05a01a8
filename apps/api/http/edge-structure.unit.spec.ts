import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EdgeFixture, edgeFixture } from '#test/fakes/edge.fixture.js';
import { largeBodyBytes } from './request-context.js';

const translating = { scope: 'translate', act: { action: 'translate', resource: 'text' } } as const;
const mib = 1024 * 1024;

describe('the structure of a JSON body', () => {
  let fixture: EdgeFixture;
  let url: string;
  let key: string;
  let received: unknown[];
  /** Bytes of bodies while the handler ran. */
  let counted: number[];

  beforeEach(async () => {
    fixture = edgeFixture({ bodyBytes: { node: 64 * mib, organization: 32 * mib } });
    [received, counted] = [[], []];
    const handler = async ({ body }: { body: unknown }) => {
      received.push(body);
      counted.push(fixture.bodies.bytes);
      return {};
    };
    fixture.route('POST', '/v1/usual', translating, handler);
    fixture.route('POST', '/v1/many', { ...translating, maxBodyBytes: largeBodyBytes }, handler);
    fixture.route('POST', '/v1/list', { ...translating, maxJsonValues: 5_000 }, handler);
    fixture.route('POST', '/v1/fields', { ...translating, bodyFields: ['text', 'target'] }, handler);
    const open = { maxBodyBytes: mib };
    fixture.instance.route({ method: 'POST', url: '/v1/open', handler, config: { open } });
    url = await fixture.instance.listen({ port: 0, host: '127.0.0.1' });
    key = await fixture.keyWith();
  });
  afterEach(() => fixture.close());

  const send = async (path: string, body: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', origin: url };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as { error?: object } };
  };

  it.each([
    ['is nested too deep, and small', '/v1/usual', `{"texts":${'['.repeat(40)}${']'.repeat(40)}}`, 32, 'json_depth'],
    ['is nested too deep, and large', '/v1/many', `{"texts":${'['.repeat(mib)}`, 32, 'json_depth'],
    ['has too many values, and is small', '/v1/usual', `[${Array(1_000).fill(1).join(',')}]`, 1_000, 'json_values'],
    [
      'has too many fields',
      '/v1/usual',
      `{${Array.from({ length: 500 }, (_, n) => `"k${n}":1`).join(',')}}`,
      1_000,
      'json_values',
    ],
    [
      'has too many objects in an unknown field',
      '/v1/many',
      `{"x":[${Array(100_000).fill('{"31":1}').join(',')}]}`,
      1_000,
      'json_values',
    ],
    [
      'has more values than its route takes',
      '/v1/list',
      `[${Array(5_000).fill('""').join(',')}]`,
      5_000,
      'json_values',
    ],
  ])('a body that %s is refused with the bound, and no handler sees it', async (_what, path, body, limit, limitOf) => {
    expect(await send(path, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details: { limit, limit_of: limitOf } } },
    });
    expect(received).toEqual([]);
    expect(fixture.eventStore.events).toMatchObject([{ type: 'RequestRefused', data: { code: 'invalid_request' } }]);
  });

  it.each([
    ['/v1/usual', `${'['.repeat(32)}${']'.repeat(32)}`],
    ['/v1/usual', `[${Array(999).fill(1).join(',')}]`],
    ['/v1/list', `[${Array(4_999).fill('"x"').join(',')}]`],
    ['/v1/many', `{"texts":["${'\\u65e5'.repeat(mib)}"]}`],
  ])('a body at the bounds is read: %s', async (path, body) => {
    expect((await send(path, body)).status).toBe(200);
    expect(received).toEqual([JSON.parse(body)]);
  });

  it('a body that nobody needs a key for has the same bounds', async () => {
    expect(await send('/v1/open', `{"a":${'['.repeat(32)}`)).toMatchObject({
      status: 400,
      body: { error: { details: { limit: 32, limit_of: 'json_depth' } } },
    });
    expect(received).toEqual([]);
  });

  it('a body that breaks a bound is refused before the rest of it has come', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': 10 * mib,
      };
      const call = httpRequest(`${url}/v1/many`, { method: 'POST', headers });
      call.once('error', reject);
      call.once('response', (response) => {
        resolve(response.statusCode);
        call.destroy();
      });
      call.write('['.repeat(100));
    });
    expect(status).toBe(400);
    expect(fixture.bodies.bytes).toBe(0);
  });

  it('a body counts as what is made of it, from its arrival to the answer', async () => {
    await send('/v1/usual', '[{},{}]');
    await send('/v1/many', `["ł${'a'.repeat(100_000)}"]`);
    expect(counted).toEqual([3 * 160, 2 * 160 + 200_002]);
  });

  it('a wide body that takes more than the share of its organization is refused', async () => {
    expect(await send('/v1/many', `"ł${'a'.repeat(15.99 * mib)}"`)).toMatchObject({ status: 200 });
    fixture.bodies.shareOf('org_01KAH3W7J4B2X8Y6Z5V9T0S1R2').add(mib);
    expect(await send('/v1/many', `"ł${'a'.repeat(15.99 * mib)}"`)).toMatchObject({
      status: 429,
      body: { error: { code: 'concurrent_limit' } },
    });
  });

  it('values of fields that the route does not read are dropped before anything waits', async () => {
    const long = 'n'.repeat(100);
    await send('/v1/fields', `{"text":"a","other":[1,2],"${long}":{"deep":1},"target":"es"}`);
    expect(received).toEqual([{ text: 'a', target: 'es', other: null, [long.slice(0, 40)]: null }]);
  });
});
