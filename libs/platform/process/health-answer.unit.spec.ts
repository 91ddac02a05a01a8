import { expect, it } from 'vitest';
import type { ReadinessReport } from './dependency-health.js';
import { healthAnswer } from './health-answer.js';

const reporting = (status: ReadinessReport['status']) => async (): Promise<ReadinessReport> => ({
  status,
  dependencies: {},
});

it('the liveness response says that a process is alive, whatever it waits for', async () =>
  expect(await healthAnswer('/health/live', reporting('unavailable'))).toEqual({
    status: 200,
    body: { status: 'ok' },
  }));

it.each([
  ['ready', 200],
  ['unavailable', 503],
] as const)('the readiness response of a process that is %s has the status %i', async (status, code) =>
  expect(await healthAnswer('/health/ready', reporting(status))).toEqual({
    status: code,
    body: { status, dependencies: {} },
  }),
);

it.each(['/', '/health', '/metrics', undefined])('the path %s is no health path and is left to others', async (path) =>
  expect(await healthAnswer(path, reporting('ready'))).toBeUndefined(),
);
