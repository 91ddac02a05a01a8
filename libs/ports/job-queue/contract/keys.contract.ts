import { expect, it, vi } from 'vitest';
import type { Job } from '../job-queue.port.js';
import { forever, patient, pause, type QueueSuite, RecordingHandler, type Task } from './queue.suite.js';

export const keysContract = (suite: QueueSuite): void => {
  it('no second job of a key is added while one waits', async () => {
    expect(await suite.enqueue(1, { key: 'a' })).toBeDefined();
    expect(await suite.enqueue(2, { key: 'a' })).toBeUndefined();
    expect(await suite.enqueue(3, { key: 'b' })).toBeDefined();
    expect(await suite.status()).toMatchObject({ waiting: 2 });
  });

  it('one of many jobs of a key is added when several processes add them at once', async () => {
    const queues = [suite.queue, await suite.open(), await suite.open()];
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, n) => queues[n % 3]?.enqueue(suite.queueName, { n }, { key: 'a' })),
    );
    expect(ids.filter(Boolean)).toHaveLength(1);
  });

  it('no second job of a key is added while one is delayed, runs, or waits for its next try', async () => {
    const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
    const handler = new RecordingHandler();
    const handle = async (job: Job<Task>) => {
      await handler.handle(job);
      if (job.attempt === 1) await blocked.then(() => Promise.reject(new Error('once more')));
    };
    const add = (startAfter?: Date) => suite.enqueue(1, { key: 'a', ...(startAfter && { startAfter }) });
    await suite.queue.work(suite.definition(handle, { retryDelays: [1500] }));
    expect(await add(new Date(Date.now() + 1000))).toBeDefined();
    expect(await add()).toBeUndefined();
    await handler.has(1);
    expect(await add()).toBeUndefined();
    unblock();
    await suite.until({ delayed: 1 });
    expect(await add()).toBeUndefined();
    await handler.has(2);
    await suite.idle();
    expect(handler.jobs).toHaveLength(2);
  });

  it.each([
    ['done', 0],
    ['failed', 1],
  ])('another job of a key is added after one is %s', async (_, failures) => {
    const handler = new RecordingHandler();
    handler.failures = failures;
    await suite.queue.work(suite.definition(handler.handle));
    await suite.enqueue(1, { key: 'a' });
    await handler.has(1);
    await suite.idle();
    expect(await suite.enqueue(2, { key: 'a' })).toBeDefined();
    await handler.has(2);
    expect(handler.numbers).toEqual([1, 2]);
  });

  it('keys of different queues are kept apart', async () => {
    await suite.enqueue(1, { key: 'a' });
    expect(await suite.queue.enqueue(`${suite.queueName}-other`, { n: 1 }, { key: 'a' })).toBeDefined();
  });

  it('cancelling a waiting job cancels no other', async () => {
    const later = new Date(Date.now() + 1000);
    await suite.enqueue(1, { key: 'a', startAfter: later });
    await suite.enqueue(2, { key: 'b', startAfter: later });
    await suite.queue.cancel(suite.queueName, 'a');
    await suite.queue.cancel(suite.queueName, 'unknown');
    const handler = new RecordingHandler();
    await suite.queue.work(suite.definition(handler.handle));
    await handler.has(1);
    await suite.idle();
    expect(handler.numbers).toEqual([2]);
  });

  it('a running job that any process cancels is aborted, and not tried again', async () => {
    const handler = new RecordingHandler();
    const worker = await suite.open();
    await worker.work(suite.definition((job) => handler.handle(job).then(forever), { retryDelays: [0, 0, 0] }));
    await suite.enqueue(1, { key: 'a' });
    await handler.has(1);
    await suite.queue.cancel(suite.queueName, 'a');
    expect(await suite.status()).toMatchObject({ waiting: 0, delayed: 0, active: 0, failed: 0 });
    await vi.waitFor(() => expect(handler.jobs[0]?.signal.aborted).toBe(true), patient);
    await pause(300);
    expect(handler.jobs).toHaveLength(1);
    expect(await suite.enqueue(2, { key: 'a' })).toBeDefined();
  });
};
