import { expect, it } from 'vitest';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { forever, type QueueSuite, RecordingHandler } from './queue.suite.js';

/** Life-cycle functions that record their events, by name. */
const recorded = () => {
  const events: { event: string; facts: object }[] = [];
  const lifeCycle: LifeCycle = { emit: (event, facts) => void events.push({ event, facts }) };
  return { events, lifeCycle };
};

export const failureContract = (suite: QueueSuite): void => {
  it('every try that fails is reported, with its cause', async () => {
    const handler = new RecordingHandler();
    handler.failures = 2;
    const { events, lifeCycle } = recorded();
    await suite.queue.work(suite.definition(handler.handle, { retryDelays: [50], lifeCycle }));
    const job = await suite.enqueue(1);
    await suite.until({ failed: 1 });
    const cause = { name: 'Error', stack: expect.arrayContaining([expect.stringContaining('queue.suite')]) };
    expect(events).toMatchObject([
      { event: 'job.retried', facts: { queue: suite.queueName, job, attempt: 1, cause } },
      { event: 'job.given-up', facts: { queue: suite.queueName, job, attempt: 2, cause } },
    ]);
  });

  it('a job that is done, handed back or cancelled reports nothing', async () => {
    const { events, lifeCycle } = recorded();
    const handler = new RecordingHandler();
    const worker = await suite.open();
    const handle = (job: Parameters<typeof handler.handle>[0]) =>
      handler.handle(job).then(() => (job.data.n === 1 ? undefined : forever()));
    await worker.work(suite.definition(handle, { lifeCycle }));
    await suite.enqueue(1);
    await suite.enqueue(2, { key: 'cancelled' });
    await suite.enqueue(3);
    await handler.has(3);
    await suite.queue.cancel(suite.queueName, 'cancelled');
    await worker.stop(100);
    expect(events).toEqual([]);
  });

  it('the cause of a failure is kept with the job', async () => {
    const handler = new RecordingHandler();
    handler.failures = 2;
    await suite.queue.work(suite.definition(handler.handle, { retryDelays: [50] }));
    const id = await suite.enqueue(1);
    await suite.until({ failed: 1 });
    const failed = await suite.queue.failed(suite.queueName);
    expect(failed).toMatchObject([
      { queue: suite.queueName, id, attempts: 2, failure: { name: 'Error', attempt: 2, stack: expect.any(Array) } },
    ]);
    const age = Date.now() - Date.parse(failed[0]?.failure?.at ?? '');
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(60_000);
    expect(JSON.stringify(failed)).not.toContain('not this time');
    expect(await suite.queue.failed(`${suite.queueName}-other`)).toEqual([]);
    expect((await suite.queue.failed()).map((job) => job.id)).toContain(id);
  });

  it('a job that took too long is kept with that cause', async () => {
    await suite.queue.work(suite.definition(forever, { timeoutMs: 100 }));
    await suite.enqueue(1);
    await suite.until({ failed: 1 });
    expect(await suite.queue.failed(suite.queueName)).toMatchObject([
      { attempts: 1, failure: { name: 'JobGivenUpError', message: 'The job took too long' } },
    ]);
  });
};
