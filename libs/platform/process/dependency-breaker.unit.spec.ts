import { Registry } from 'prom-client';
import { expect, it, vi } from 'vitest';
import { createLifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { dependencyBreaker } from './dependency-breaker.js';

it('opening and closing are told, and measured from the first page on', async () => {
  const told: unknown[] = [];
  const registry = new Registry();
  const lifeCycle = createLifeCycle({ emit: (event, facts) => told.push([event, facts]) });
  let isAway = true;
  const probe = () => (isAway ? Promise.reject(new RangeError('a secret')) : Promise.resolve());
  const breaker = dependencyBreaker({ dependency: 'database', registry, lifeCycle, probe, probeEveryMs: 1 });
  const value = async () => /dependency="database"} (\d)$/m.exec(await registry.metrics())?.[1];
  expect(await value()).toBe('0');

  breaker.end(breaker.begin(), 'outage');
  await vi.waitFor(() => expect(breaker.isOpen).toBe(true), 30_000);
  expect(await value()).toBe('1');
  isAway = false;
  await vi.waitFor(() => expect(breaker.isOpen).toBe(false), 30_000);
  expect(await value()).toBe('0');
  expect(told).toEqual([
    ['dependency.refused', { dependency: 'database', cause: expect.objectContaining({ name: 'RangeError' }) }],
    ['dependency.restored', { dependency: 'database' }],
  ]);
  expect(JSON.stringify(told)).not.toContain('a secret');
});

it('two breakers of one process share the metric', async () => {
  const registry = new Registry();
  for (const dependency of ['database', 'event_store']) {
    dependencyBreaker({ dependency, registry, lifeCycle: createLifeCycle(), probe: async () => undefined });
  }
  expect((await registry.metrics()).match(/^transledger_dependency_refused\{/gm)).toHaveLength(2);
});
