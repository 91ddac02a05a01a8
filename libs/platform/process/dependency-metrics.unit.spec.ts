import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Dependency } from './dependency-health.js';
import { measureDependencies } from './dependency-metrics.js';
import { Readiness } from './readiness.js';

let registry: Registry;
beforeEach(() => {
  vi.useFakeTimers();
  registry = new Registry();
});
afterEach(() => {
  vi.useRealTimers();
});

const dependency = (name: string, check: () => Promise<unknown>): Dependency => ({
  name,
  code: 'service_unavailable',
  isVital: false,
  check,
});

const measure = (...dependencies: Dependency[]) => measureDependencies(registry, new Readiness(dependencies));

const states = async () => {
  const page = registry.getSingleMetricAsString('transledger_dependency_ready');
  await vi.advanceTimersByTimeAsync(1_000);
  return (await page).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
};

it('the dependency metrics show which dependencies can be used, each time anew', async () => {
  let isAway = false;
  measure(
    dependency('database', async () => undefined),
    dependency('redis', () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve())),
  );
  expect(await states()).toEqual([
    'transledger_dependency_ready{dependency="database"} 1',
    'transledger_dependency_ready{dependency="redis"} 1',
  ]);
  isAway = true;
  expect(await states()).toContain('transledger_dependency_ready{dependency="redis"} 0');
});

it('the dependency metrics do not wait for a silent one, and report it unavailable from the first page on', async () => {
  measure(
    dependency('database', async () => undefined),
    dependency('message_bus', () => new Promise(() => undefined)),
  );
  expect(await states()).toEqual([
    'transledger_dependency_ready{dependency="database"} 1',
    'transledger_dependency_ready{dependency="message_bus"} 0',
  ]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await states()).toContain('transledger_dependency_ready{dependency="message_bus"} 0');
});
