import cors from '@fastify/cors';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { corsOptions } from './cors-options.js';

const origin = 'https://a.example';
let instance: FastifyInstance;
beforeEach(async () => {
  instance = fastify();
  await instance.register(cors, corsOptions([origin]));
  instance.delete('/v1/things', async () => ({}));
});
afterEach(() => instance.close());

it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('a page of a known origin may send %s', async (method) => {
  const { headers } = await instance.inject({
    method: 'OPTIONS',
    url: '/v1/things',
    headers: { origin, 'access-control-request-method': method },
  });
  expect(headers['access-control-allow-origin']).toBe(origin);
  expect(String(headers['access-control-allow-methods']).split(/, ?/)).toContain(method);
});

it('a page reads the headers that callers act on, and one of another origin nothing', async () => {
  const send = (from: string) => instance.inject({ method: 'DELETE', url: '/v1/things', headers: { origin: from } });
  expect(String((await send(origin)).headers['access-control-expose-headers']).split(/, ?/)).toEqual(
    expect.arrayContaining(['X-Request-Id', 'Retry-After', 'ETag', 'Content-Disposition']),
  );
  expect((await send('https://b.example')).headers).not.toHaveProperty('access-control-allow-origin');
});
