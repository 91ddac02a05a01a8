import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  DegradedError,
  type Dependency,
  DependencyCheck,
  type DependencyReport,
  readinessOf,
} from './dependency-health.js';

const dependency = (check: () => Promise<unknown>): Dependency => ({
  name: 'message_bus',
  code: 'service_unavailable',
  isVital: false,
  check,
});
const vital = { name: 'database', isVital: true };
const dispensable = { name: 'redis', isVital: false };
const ready: DependencyReport = { status: 'ready' };
const unavailable: DependencyReport = { status: 'unavailable', code: 'service_unavailable', reason: 'It is away.' };
const degraded: DependencyReport = { status: 'degraded', reason: 'A part stands still.' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['ready', 'all its dependencies are', ready, ready],
  ['degraded', 'something is away that it can do without', ready, unavailable],
  ['degraded', 'a part of something stands still', ready, degraded],
  ['not_ready', 'something is away without which it serves nothing', unavailable, ready],
] as const)('a process is %s when %s', (status, _when, database, redis) =>
  expect(
    readinessOf([
      { dependency: vital, report: database },
      { dependency: dispensable, report: redis },
    ]),
  ).toEqual({ status, dependencies: { database, redis } }),
);

it('the report on a dependency that is away says why, and what requests are answered with', async () => {
  const away = new DependencyCheck(dependency(() => Promise.reject(new Error('Kafka refuses the password.'))));
  const reason = 'Kafka refuses the password.';
  expect(await away.report()).toEqual({ status: 'unavailable', code: 'service_unavailable', reason });
});

it('the report on a dependency of which a part stands still says which', async () => {
  const check = new DependencyCheck(dependency(() => Promise.reject(new DegradedError('A part stands still.'))));
  expect(await check.report()).toEqual(degraded);
});

it('the report does not wait for a dependency that does not answer, and asks it no second time meanwhile', async () => {
  let asked = 0;
  const check = new DependencyCheck(
    dependency(() => {
      asked += 1;
      return new Promise(() => undefined);
    }),
  );
  for (const _ of [1, 2]) {
    const report = check.report();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await report).toMatchObject({ status: 'unavailable', reason: 'It does not answer in time.' });
  }
  expect(asked).toBe(1);
});
