import { expect, it } from 'vitest';
import type { Job } from '../job-queue.port.js';
import { JobShare } from '../job-share.js';
import { forever, pause, type QueueSuite, RecordingHandler, type Task } from './queue.suite.js';

export const workContract = (suite: QueueSuite): void => {
  it('a job is given with its data to a worker once', async () => {
    const handler = new RecordingHandler();
    await suite.queue.work(suite.definition(handler.handle));
    const id = await suite.enqueue(1);
    await suite.idle();
    expect(handler.jobs).toMatchObject([{ id, data: { n: 1 }, attempt: 1 }]);
  });

  it('a job is kept until a worker comes, in whatever process', async () => {
    for (let n = 0; n < 3; n += 1) await suite.enqueue(n);
    expect(await suite.status()).toMatchObject({ waiting: 3, delayed: 0, active: 0, failed: 0 });
    await suite.restart();
    const handler = new RecordingHandler();
    await suite.queue.work(suite.definition(handler.handle));
    await handler.has(3);
    expect(handler.numbers.sort()).toEqual([0, 1, 2]);
  });

  it('none of many jobs shared by several processes is lost or doubled', async () => {
    const handlers = [new RecordingHandler(), new RecordingHandler(), new RecordingHandler()];
    for (const handler of handlers)
      await (await suite.open()).work(suite.definition(handler.handle, { concurrency: 8 }));
    const numbers = Array.from({ length: 300 }, (_, n) => n);
    await Promise.all(numbers.map((n) => suite.enqueue(n)));
    await suite.idle();
    const done = handlers.flatMap((handler) => handler.numbers);
    expect(done.sort((a, b) => a - b)).toEqual(numbers);
  });

  it('as many jobs run at a time as allowed, and not more', async () => {
    let [running, most] = [0, 0];
    const handle = async () => {
      running += 1;
      most = Math.max(most, running);
      await pause(50);
      running -= 1;
    };
    for (let n = 0; n < 12; n += 1) await suite.enqueue(n);
    await suite.queue.work(suite.definition(handle, { concurrency: 3 }));
    await suite.idle();
    expect(most).toBe(3);
  });

  it('a key that floods the queue lets the jobs of others through', async () => {
    const first = Promise.withResolvers<void>();
    const handler = new RecordingHandler();
    const handle = async (job: Job<Task>) => {
      await handler.handle(job);
      if (job.data.n < 10) await first.promise;
    };
    const places = new JobShare({ slots: 4, perKey: 1 });
    const share = { places, keyOf: ({ n }: Task) => ({ key: n < 10 ? 'flood' : 'other' }) };
    for (let n = 0; n < 10; n += 1) await suite.enqueue(n);
    await suite.enqueue(10);
    await suite.queue.work(suite.definition(handle, { concurrency: 4, share }));
    await handler.has(2);
    // Which of several jobs that are taken at once comes first is not promised.
    expect(handler.numbers.toSorted((a, b) => a - b)).toEqual([expect.toSatisfy((n: number) => n < 10), 10]);
    first.resolve();
    await handler.has(11);
    await suite.idle();
    expect(handler.numbers.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(handler.attempts)).toEqual(new Set([1]));
  });

  it('a delayed job does not start before its time', async () => {
    const handler = new RecordingHandler();
    await suite.queue.work(suite.definition(handler.handle));
    const due = Date.now() + 1500;
    await suite.enqueue(1, { startAfter: new Date(due) });
    expect(await suite.status()).toMatchObject({ waiting: 0, delayed: 1 });
    await handler.has(1);
    expect(Date.now()).toBeGreaterThanOrEqual(due);
  });

  it('a job that is due in a year, longer than any timer, is kept', async () => {
    const handler = new RecordingHandler();
    await suite.queue.work(suite.definition(handler.handle));
    await suite.enqueue(1, { startAfter: new Date(Date.now() + 360 * 86_400_000) });
    await pause(500);
    expect(handler.jobs).toEqual([]);
    expect(await suite.status()).toMatchObject({ delayed: 1 });
  });

  it('a job whose time is past starts at once', async () => {
    const handler = new RecordingHandler();
    await suite.queue.work(suite.definition(handler.handle));
    await suite.enqueue(1, { startAfter: new Date(0) });
    await handler.has(1);
  });

  it('a job is tried again after each wait of the schedule, spread by the jitter', async () => {
    const handler = new RecordingHandler();
    handler.failures = 2;
    await suite.queue.work(suite.definition(handler.handle, { retryDelays: [300, 900], jitter: 0.2 }));
    await suite.enqueue(1);
    await handler.has(3);
    await suite.idle();
    const [first = 0, second = 0, third = 0] = handler.times;
    expect(handler.attempts).toEqual([1, 2, 3]);
    expect(second - first).toBeGreaterThanOrEqual(300 * 0.8);
    expect(third - second).toBeGreaterThanOrEqual(900 * 0.8);
    expect(await suite.status()).toMatchObject({ failed: 0 });
  });

  it('a job waits for its next try in the queue, not in the process', async () => {
    const handler = new RecordingHandler();
    handler.failures = 1;
    await suite.queue.work(suite.definition(handler.handle, { retryDelays: [1000] }));
    await suite.enqueue(1);
    await suite.until({ delayed: 1 });
    await suite.restart();
    await suite.queue.work(suite.definition(handler.handle, { retryDelays: [1000] }));
    await handler.has(2);
    expect(handler.attempts).toEqual([1, 2]);
  });

  it('a job is kept as failed when its tries are used up, and other jobs go on', async () => {
    const handler = new RecordingHandler();
    handler.failures = 2;
    await suite.queue.work(suite.definition(handler.handle, { retryDelays: [50], concurrency: 1 }));
    await suite.enqueue(1);
    await suite.until({ failed: 1 });
    await suite.enqueue(2);
    await handler.has(3);
    expect(handler.numbers).toEqual([1, 1, 2]);
  });

  it('a try that takes too long is aborted, given up and counted', async () => {
    const handler = new RecordingHandler();
    const handle = async (job: Job<Task>) => {
      await handler.handle(job);
      if (job.attempt === 1) await forever();
    };
    await suite.queue.work(suite.definition(handle, { timeoutMs: 300, retryDelays: [50], concurrency: 1 }));
    await suite.enqueue(1);
    await handler.has(2);
    await suite.idle();
    expect(handler.attempts).toEqual([1, 2]);
    expect(handler.jobs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it('a timeout that not every engine can keep is refused', async () => {
    const definition = suite.definition(async () => undefined, { timeoutMs: 24 * 3_600_000 });
    await expect(suite.queue.work(definition)).rejects.toThrow(RangeError);
  });
};
