import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createLifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { lifeCycleMetrics } from '#libs/platform/telemetry/life-cycle/life-cycle.metrics.js';
import { RunningJob } from './running-job.js';
import { watchedQueue } from './watched-queue.js';

it('the outcome of every try of a job is reported, with its failure', async () => {
  const registry = new Registry();
  const told: string[] = [];
  const lifeCycle = createLifeCycle(lifeCycleMetrics(registry), { emit: (event) => void told.push(event) });
  const queue = watchedQueue(lifeCycle)({
    name: 'expiry',
    concurrency: 1,
    retryDelays: [],
    timeoutMs: 1_000,
    handle: ({ data: { fails } }: { data: { fails: boolean } }) =>
      fails ? Promise.reject(new Error('a fault')) : Promise.resolve(),
  });
  for (const fails of [false, true]) await new RunningJob({ id: 'job-1', data: { fails }, attempt: 1 }).run(queue);
  expect(told).toEqual(['job.tried', 'job.tried', 'job.given-up']);
  const counts = (await registry.metrics()).split('\n').filter((line) => line.includes('_duration_seconds_count'));
  expect(counts).toEqual([
    'transledger_job_duration_seconds_count{queue="expiry",result="done"} 1',
    'transledger_job_duration_seconds_count{queue="expiry",result="failed"} 1',
  ]);
});
