import { expect, it } from 'vitest';
import type { ReadinessReport } from './dependency-health.js';
import { healthAnswer } from './health-answer.js';

const redis = { status: 'unavailable', code: 'service_unavailable', reason: '10.0.0.3 refuses the password.' } as const;
const reporting = (status: ReadinessReport['status']) => async (): Promise<ReadinessReport> => ({
  status,
  dependencies: { redis },
});

it('the liveness response says that a process is alive, whatever it waits for', async () =>
  expect(await healthAnswer('/health/live', reporting('not_ready'), 'everybody')).toEqual({
    status: 200,
    body: { status: 'ok' },
  }));

it.each([
  ['ready', 200],
  ['degraded', 200],
  ['not_ready', 503],
] as const)('the readiness response of a process that is %s has the status %i', async (status, code) =>
  expect(await healthAnswer('/health/ready', reporting(status), 'operators')).toEqual({
    status: code,
    body: { status, dependencies: { redis } },
  }),
);

it('only operators read why something is away', async () =>
  expect(await healthAnswer('/health/ready', reporting('degraded'), 'everybody')).toEqual({
    status: 200,
    body: { status: 'degraded', dependencies: { redis: { status: 'unavailable' } } },
  }));

it.each(['/', '/health', '/metrics', undefined])('the path %s is no health path and is left to others', async (path) =>
  expect(await healthAnswer(path, reporting('ready'), 'everybody')).toBeUndefined(),
);
