import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClosingOrder } from '#libs/engines/process/closing-order.fixture.js';
import { nestOptions } from '#libs/engines/process/nest-options.js';
import { type ProcessFixture, processFixture } from '#libs/engines/process/process.fixture.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import type { MessageBus } from '#libs/ports/message-bus/message-bus.port.js';
import { DATABASE_POOL, EVENT_STORE, JOB_QUEUE, LEASES, MESSAGE_BUS } from '#libs/ports/tokens.js';
import { Consumers } from './work/consumers.js';
import { WorkerModule } from './worker.module.js';

describe('the modules of the worker', () => {
  let fixture: ProcessFixture;
  let worker: INestApplicationContext;
  const order = new ClosingOrder();

  beforeAll(async () => {
    fixture = await processFixture('worker');
    worker = await NestFactory.createApplicationContext(
      WorkerModule.register(fixture.options),
      nestOptions(fixture.options.logger),
    );
  });

  afterAll(() => fixture.close());

  it('the worker has a consumer group for each duty', async () => {
    const groups = async () => {
      const status = await worker.get<MessageBus>(MESSAGE_BUS).status();
      return status.map(({ group }) => group).sort();
    };
    await expect
      .poll(groups)
      .toEqual([
        'document-expiry',
        'document-files',
        'document-translation',
        'document-webhooks',
        'glossary-files',
        'report-files',
        'report-generation',
        'user-rights',
        'webhook-attempts',
        'webhook-replays',
        'webhook-subscriptions',
        'webhook-targets',
      ]);
  });

  it('the worker works on a queue for each kind of job', async () => {
    const queues = await worker.get<JobQueue>(JOB_QUEUE).status();
    expect(queues.map(({ queue }) => queue).sort()).toEqual([
      'abandoned-export-sweep',
      'certification-notices',
      'document-expiry',
      'document-expiry-sweep',
      'erasures',
      'failing-webhook-sweep',
      'missing-webhook-sweep',
      'orphan-sweep',
      'report-expiry-sweep',
      'stored-bytes-sweep',
      'text-stream-sweep',
      'unfinished-report',
      'unfinished-report-sweep',
      'unfinished-translation',
      'unfinished-translation-sweep',
      'untold-event-sweep',
      'webhook-attempt',
      'webhook-delivery-retention',
      'webhook-delivery-sweep',
    ]);
  });

  it('modules close in reverse order of dependency: consumers, jobs, what they write with, the pool', async () => {
    const jobs = worker.get<JobQueue>(JOB_QUEUE);
    const stop = jobs.stop.bind(jobs);
    // No projector runs here, and a sweep waits for one.
    jobs.stop = () => stop(0);
    order.watch('consumers', worker.get(Consumers), 'stop');
    order.watch('jobs', jobs, 'stop');
    order.watch('the writer', worker.get(DayStreamWriter), 'close');
    order.watch('the bus', worker.get<MessageBus>(MESSAGE_BUS), 'close');
    order.watch('leases', worker.get<Leases>(LEASES), 'close');
    order.watch('the event store', worker.get<EventStore>(EVENT_STORE), 'close');
    order.watch('the pool', worker.get<Pool>(DATABASE_POOL), 'end');
    await worker.close();
    expect(order.closed).toHaveLength(7);
    expect(order.closed.slice(0, 2)).toEqual(['consumers', 'jobs']);
    expect(order.has('jobs', 'the writer', 'the event store')).toBe(true);
    expect(order.has('the bus', 'leases')).toBe(true);
    expect(order.has('the bus', 'the event store')).toBe(true);
    expect(order.closed.at(-1)).toBe('the pool');
    expect(fixture.log).toEqual([]);
  });
});
