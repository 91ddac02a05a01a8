import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { measureRequests } from './http-metrics.js';

let instance: FastifyInstance;
let registry: Registry;
beforeEach(() => {
  instance = Fastify();
  registry = new Registry();
  measureRequests(instance, registry);
  instance.get('/v1/things/:id', (request, reply) => reply.code(Number(request.headers['x-status'] ?? 200)).send(''));
});
afterEach(() => instance.close());

const statuses = [200, 201, 202, 204, 304, 400, 401, 403, 404, 409, 413, 429, 500, 502, 503];

const seriesOf = async (name: string): Promise<string[]> =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith(name));

const askForAll = async (): Promise<void> => {
  for (const status of statuses)
    await instance.inject({ url: `/v1/things/${status}`, headers: { 'x-status': String(status) } });
};

it('requests are counted by route and status, never by path', async () => {
  await askForAll();
  await instance.inject({ url: '/v1/things/7' });
  await instance.inject({ url: '/v1/nothing' });
  const counted = await seriesOf('transledger_http_requests_total');
  expect(counted).toHaveLength(statuses.length + 1);
  expect(counted).toContain('transledger_http_requests_total{method="GET",route="/v1/things/:id",status="200"} 2');
  expect(counted).toContain('transledger_http_requests_total{method="GET",route="unknown",status="404"} 1');
});

it('durations have series for a class of statuses, and refusals none', async () => {
  await askForAll();
  const counts = await seriesOf('transledger_http_request_duration_seconds_count');
  expect(counts.map((line) => /status="(\w+)"\} (\d+)$/.exec(line)?.slice(1))).toEqual([
    ['2xx', '4'],
    ['3xx', '1'],
    ['5xx', '3'],
  ]);
  expect((await seriesOf('transledger_http_request_duration_seconds')).length).toBeLessThanOrEqual(3 * 10);
});
