import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freeMetricsPort, metricsUrl, usualMetricsPort } from './metrics-port.js';

it('where a port of metrics is taken, the next one is found', async () => {
  const first = await freeMetricsPort('127.0.0.1');
  const other = createServer().listen(first, '127.0.0.1');
  await once(other, 'listening');
  const next = await freeMetricsPort('127.0.0.1');
  other.close();
  expect(first).toBeGreaterThanOrEqual(usualMetricsPort);
  expect(next).toBeGreaterThan(first);
});

it('the address of a page has brackets around an address of IPv6', () =>
  expect(['127.0.0.1', '::1'].map((host) => metricsUrl(host, 9_464))).toEqual([
    'http://127.0.0.1:9464/metrics',
    'http://[::1]:9464/metrics',
  ]));
