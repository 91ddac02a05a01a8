import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { lifeCycleMeters, lifeCycleMetrics } from './life-cycle.metrics.js';

const documented = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');

it('every event has its own metric, or is counted by one that docs/operations.md lists', () => {
  const meters = Object.values(lifeCycleMeters(new Registry()));
  const metrics = meters.flatMap((meter) => (typeof meter === 'function' ? [] : [meter.by]));
  expect(metrics.filter((metric) => !documented.includes(`\`${metric}\``))).toEqual([]);
});

it('an event that another metric counts is accepted and changes nothing', async () => {
  const registry = new Registry();
  const before = await registry.metrics();
  const lifeCycle = lifeCycleMetrics(registry);
  const cause = { name: 'Error', stack: [] };
  const empty = await registry.metrics();
  lifeCycle.emit('job.given-up', { queue: 'expiry', job: 'job-1', attempt: 1, cause });
  expect(await registry.metrics()).toBe(empty);
  expect(before.trim()).toBe('');
});
