import { Registry } from 'prom-client';
import { beforeEach, expect, it } from 'vitest';
import { lifeCycleMetrics } from './life-cycle/life-cycle.metrics.js';
import { timedWork } from './timed-work.js';

let registry: Registry;
let timed: (queue: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;
beforeEach(() => {
  registry = new Registry();
  const lifeCycle = lifeCycleMetrics(registry);
  timed = (queue, signal, work) => timedWork(signal, (ended) => lifeCycle.emit('job.tried', { queue, ...ended }), work);
});

const counts = async () =>
  (await registry.metrics()).split('\n').filter((line) => line.startsWith('transledger_job_duration_seconds_count'));
const { signal } = new AbortController();

it('work that succeeds is counted by its kind', async () => {
  await timed('expiry', signal, async () => undefined);
  await timed('webhooks', signal, async () => undefined);
  await timed('webhooks', signal, async () => undefined);
  expect(await counts()).toEqual([
    'transledger_job_duration_seconds_count{queue="expiry",result="done"} 1',
    'transledger_job_duration_seconds_count{queue="webhooks",result="done"} 2',
  ]);
});

it('work that fails is counted, and its error is thrown on', async () => {
  const error = new Error('a fault');
  await expect(timed('expiry', signal, () => Promise.reject(error))).rejects.toBe(error);
  expect(await counts()).toEqual(['transledger_job_duration_seconds_count{queue="expiry",result="failed"} 1']);
});

it('work that was given up is counted apart from work that failed', async () => {
  const stopping = new AbortController();
  const work = timed('expiry', stopping.signal, async () => {
    stopping.abort();
    stopping.signal.throwIfAborted();
  });
  await expect(work).rejects.toThrow();
  expect(await counts()).toEqual(['transledger_job_duration_seconds_count{queue="expiry",result="given_up"} 1']);
});
