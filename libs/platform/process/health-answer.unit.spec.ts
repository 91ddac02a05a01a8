import { expect, it } from 'vitest';
import type { ReadinessReport } from './dependency-health.js';
import { healthAnswer } from './health-answer.js';

const reporting = (status: ReadinessReport['status']) => async (): Promise<ReadinessReport> => ({
  status,
  dependencies: {},
});

it('says that a process lives, whatever it waits for', async () =>
  expect(await healthAnswer('/health/live', reporting('unavailable'))).toEqual({
    status: 200,
    body: { status: 'ok' },
  }));

it.each([
  ['ready', 200],
  ['unavailable', 503],
] as const)('answers the report of a process that is %s with %i', async (status, code) =>
  expect(await healthAnswer('/health/ready', reporting(status))).toEqual({
    status: code,
    body: { status, dependencies: {} },
  }),
);

it.each(['/', '/health', '/metrics', undefined])('leaves %s to others', async (path) =>
  expect(await healthAnswer(path, reporting('ready'))).toBeUndefined(),
);
