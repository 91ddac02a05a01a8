import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createLifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { lifeCycleMetrics } from '#libs/platform/telemetry/life-cycle/life-cycle.metrics.js';
import { deliveryOf, uploadDocument } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { watchedGroup } from './watched-group.js';

it('the outcome of every try of a message is reported, and its error passes through', async () => {
  const registry = new Registry();
  const told: string[] = [];
  const lifeCycle = createLifeCycle(lifeCycleMetrics(registry), { emit: (event) => void told.push(event) });
  const fault = new Error('a fault');
  const group = watchedGroup(lifeCycle)({
    name: 'document-files',
    types: [],
    concurrency: 1,
    retryDelays: [],
    handle: ({ attempt }) => (attempt === 1 ? Promise.reject(fault) : Promise.resolve()),
  });
  const message = await uploadDocument(new InMemoryEventStore());
  await expect(group.handle(deliveryOf(message))).rejects.toBe(fault);
  await group.handle(deliveryOf(message, { attempt: 2 }));
  expect(group.lifeCycle).toBe(lifeCycle);
  expect(told).toEqual(['message.tried', 'message.tried']);
  const counts = (await registry.metrics()).split('\n').filter((line) => line.includes('_seconds_count{'));
  expect(counts).toEqual([
    'transledger_message_handling_seconds_count{group="document-files",result="failed"} 1',
    'transledger_message_handling_seconds_count{group="document-files",result="done"} 1',
  ]);
});
