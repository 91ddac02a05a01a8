import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Dependency, readinessReport } from './dependency-health.js';

const dependency = (name: string, check: () => Promise<unknown>): Dependency => ({
  name,
  code: 'service_unavailable',
  check,
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a process is ready when all its dependencies are', async () =>
  expect(await readinessReport([dependency('a', async () => 1), dependency('b', async () => undefined)])).toEqual({
    status: 'ready',
    dependencies: { a: { status: 'ready' }, b: { status: 'ready' } },
  }));

it('the readiness report names each unavailable dependency, and why', async () => {
  const away = dependency('message_bus', () => Promise.reject(new Error('Kafka refuses the password.')));
  expect(await readinessReport([dependency('a', async () => 1), away])).toEqual({
    status: 'unavailable',
    dependencies: {
      a: { status: 'ready' },
      message_bus: { status: 'unavailable', code: 'service_unavailable', reason: 'Kafka refuses the password.' },
    },
  });
});

it('the readiness report does not wait for a dependency that does not answer', async () => {
  const report = readinessReport([dependency('silent', () => new Promise(() => undefined))]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await report).toMatchObject({ dependencies: { silent: { reason: 'It does not answer in time.' } } });
});
