import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { QueueStatus } from '#libs/ports/job-queue/job-queue.port.js';
import type { ConsumerGroupStatus } from '#libs/ports/message-bus/message-bus.port.js';
import { measureWork } from './work-metrics.js';

const group: ConsumerGroupStatus = {
  group: 'document-files',
  checkpoint: '7',
  lagEvents: 3,
  lagSeconds: 12,
  parked: 1,
};
const queue: QueueStatus = { queue: 'webhook-attempt', waiting: 4, delayed: 5, active: 6, failed: 2 };
const none = { groups: [], queues: [] };

it('the metrics show how far each group is, and what waits in each queue', async () => {
  const registry = new Registry();
  measureWork(registry, { observe: async () => [group] }, { status: async () => [queue] }, none);
  const page = await registry.metrics();
  expect(page.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
    'transledger_consumer_lag_events{group="document-files"} 3',
    'transledger_consumer_lag_seconds{group="document-files"} 12',
    'transledger_consumer_parked_messages{group="document-files"} 1',
    'transledger_jobs{queue="webhook-attempt",state="waiting"} 4',
    'transledger_jobs{queue="webhook-attempt",state="delayed"} 5',
    'transledger_jobs{queue="webhook-attempt",state="active"} 6',
    'transledger_jobs{queue="webhook-attempt",state="failed"} 2',
  ]);
});

it('the metrics page is served when one of the two sources fails', async () => {
  const registry = new Registry();
  measureWork(registry, { observe: () => Promise.reject(new Error('away')) }, { status: async () => [queue] }, none);
  expect(await registry.metrics()).toContain('transledger_jobs{queue="webhook-attempt",state="waiting"} 4');
});

it('every group and queue has its series on the first page, though no look has ended', async () => {
  const registry = new Registry();
  const never = () => new Promise<never>(() => undefined);
  measureWork(
    registry,
    { observe: never },
    { status: never },
    { groups: ['document-files'], queues: ['webhook-attempt'] },
  );
  const page = await registry.metrics();
  expect(page.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
    'transledger_consumer_lag_events{group="document-files"} Nan',
    'transledger_consumer_lag_seconds{group="document-files"} Nan',
    'transledger_consumer_parked_messages{group="document-files"} 0',
    'transledger_jobs{queue="webhook-attempt",state="waiting"} 0',
    'transledger_jobs{queue="webhook-attempt",state="delayed"} 0',
    'transledger_jobs{queue="webhook-attempt",state="active"} 0',
    'transledger_jobs{queue="webhook-attempt",state="failed"} 0',
  ]);
});
