import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CuttingProxy } from '#libs/event-store/contract/cutting-proxy.js';
import type { JsonObject } from '#libs/event-store/event-store.port.js';
import type { Job, JobQueue, QueueDefinition } from './job-queue.port.js';

export interface JobQueueEngine {
  /** Of the engine on the loopback address. */
  port: number;
  /** The queue as one more process sees it; by way of another port, if given. */
  open(port?: number): Promise<JobQueue>;
}

const patient = { timeout: 45_000, interval: 20 };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const forever = () => new Promise<never>(() => {});

interface Task extends JsonObject {
  n: number;
}

/** Records what it is given; fails as long as `failures` says so. */
class RecordingHandler {
  readonly jobs: Job<Task>[] = [];
  readonly times: number[] = [];
  failures = 0;

  readonly handle = async (job: Job<Task>): Promise<void> => {
    this.jobs.push(job);
    this.times.push(performance.now());
    if (this.jobs.length <= this.failures) throw new Error('not this time');
  };

  get numbers(): number[] {
    return this.jobs.map(({ data }) => data.n);
  }

  get attempts(): number[] {
    return this.jobs.map(({ attempt }) => attempt);
  }
}

export const jobQueueContract = (name: string, engine: () => JobQueueEngine): void => {
  describe(`${name} as job queue`, () => {
    const opened: JobQueue[] = [];
    const proxies: CuttingProxy[] = [];
    let queueName: string;
    let queue: JobQueue;

    const open = async (port?: number): Promise<JobQueue> => {
      const another = await engine().open(port);
      opened.push(another);
      return another;
    };

    const definition = (
      handle: QueueDefinition<Task>['handle'],
      changes: Partial<QueueDefinition<Task>> = {},
    ): QueueDefinition<Task> => ({
      name: queueName,
      concurrency: 4,
      retryDelays: [],
      timeoutMs: 60_000,
      handle,
      ...changes,
    });

    const status = async () => (await queue.status()).find((row) => row.queue === queueName);
    const idle = () =>
      vi.waitFor(async () => expect(await status()).toMatchObject({ waiting: 0, delayed: 0, active: 0 }), patient);
    const received = (handler: RecordingHandler, count: number) =>
      vi.waitFor(() => expect(handler.jobs.length).toBeGreaterThanOrEqual(count), patient);

    beforeEach(async () => {
      queueName = `queue-${randomUUID()}`;
      queue = await open();
    });

    afterEach(async () => {
      for (const proxy of proxies.splice(0)) await proxy.stop();
      await Promise.all(opened.splice(0).map((each) => each.stop(0)));
    });

    it('gives a job with its data to a worker once', async () => {
      const handler = new RecordingHandler();
      await queue.work(definition(handler.handle));
      const id = await queue.enqueue(queueName, { n: 1 });
      await idle();
      expect(handler.jobs).toMatchObject([{ id, data: { n: 1 }, attempt: 1 }]);
    });

    it('keeps jobs until a worker comes, in whatever process', async () => {
      for (let n = 0; n < 3; n++) await queue.enqueue(queueName, { n });
      expect(await status()).toMatchObject({ waiting: 3, delayed: 0, active: 0, failed: 0 });
      await queue.stop();
      const handler = new RecordingHandler();
      queue = await open();
      await queue.work(definition(handler.handle));
      await received(handler, 3);
      expect(handler.numbers.sort()).toEqual([0, 1, 2]);
    });

    it('loses and doubles none of many jobs shared by several processes', async () => {
      const handlers = [new RecordingHandler(), new RecordingHandler(), new RecordingHandler()];
      for (const handler of handlers) await (await open()).work(definition(handler.handle, { concurrency: 8 }));
      const numbers = Array.from({ length: 300 }, (_, n) => n);
      await Promise.all(numbers.map((n) => queue.enqueue(queueName, { n })));
      await idle();
      const done = handlers.flatMap((handler) => handler.numbers);
      expect(done.sort((a, b) => a - b)).toEqual(numbers);
    });

    it('runs as many at a time as allowed, not more', async () => {
      let [running, most] = [0, 0];
      const handle = async () => {
        most = Math.max(most, ++running);
        await pause(50);
        running -= 1;
      };
      for (let n = 0; n < 12; n++) await queue.enqueue(queueName, { n });
      await queue.work(definition(handle, { concurrency: 3 }));
      await idle();
      expect(most).toBe(3);
    });

    it('does not start a delayed job before its time', async () => {
      const handler = new RecordingHandler();
      await queue.work(definition(handler.handle));
      const due = Date.now() + 1500;
      await queue.enqueue(queueName, { n: 1 }, { startAfter: new Date(due) });
      expect(await status()).toMatchObject({ waiting: 0, delayed: 1 });
      await received(handler, 1);
      expect(Date.now()).toBeGreaterThanOrEqual(due);
    });

    it('keeps a job that is due in a year, longer than any timer', async () => {
      const handler = new RecordingHandler();
      await queue.work(definition(handler.handle));
      await queue.enqueue(queueName, { n: 1 }, { startAfter: new Date(Date.now() + 360 * 86_400_000) });
      await pause(500);
      expect(handler.jobs).toEqual([]);
      expect(await status()).toMatchObject({ delayed: 1 });
    });

    it('starts a job whose time is past at once', async () => {
      const handler = new RecordingHandler();
      await queue.work(definition(handler.handle));
      await queue.enqueue(queueName, { n: 1 }, { startAfter: new Date(0) });
      await received(handler, 1);
    });

    it('tries again after each wait of the schedule, spread by the jitter', async () => {
      const handler = new RecordingHandler();
      handler.failures = 2;
      await queue.work(definition(handler.handle, { retryDelays: [300, 900], jitter: 0.2 }));
      await queue.enqueue(queueName, { n: 1 });
      await received(handler, 3);
      await idle();
      const [first = 0, second = 0, third = 0] = handler.times;
      expect(handler.attempts).toEqual([1, 2, 3]);
      expect(second - first).toBeGreaterThanOrEqual(300 * 0.8);
      expect(third - second).toBeGreaterThanOrEqual(900 * 0.8);
      expect(await status()).toMatchObject({ failed: 0 });
    });

    it('waits for the next try in the queue, not in the process', async () => {
      const handler = new RecordingHandler();
      handler.failures = 1;
      await queue.work(definition(handler.handle, { retryDelays: [1000] }));
      await queue.enqueue(queueName, { n: 1 });
      await vi.waitFor(async () => expect(await status()).toMatchObject({ delayed: 1 }), patient);
      await queue.stop();
      queue = await open();
      await queue.work(definition(handler.handle, { retryDelays: [1000] }));
      await received(handler, 2);
      expect(handler.attempts).toEqual([1, 2]);
    });

    it('keeps a job as failed when its tries are used up, and goes on with others', async () => {
      const handler = new RecordingHandler();
      handler.failures = 2;
      await queue.work(definition(handler.handle, { retryDelays: [50], concurrency: 1 }));
      await queue.enqueue(queueName, { n: 1 });
      await vi.waitFor(async () => expect(await status()).toMatchObject({ failed: 1 }), patient);
      await queue.enqueue(queueName, { n: 2 });
      await received(handler, 3);
      expect(handler.numbers).toEqual([1, 1, 2]);
    });

    it('gives up a try that takes too long, tells it so, and counts it', async () => {
      const handler = new RecordingHandler();
      const handle = async (job: Job<Task>) => {
        await handler.handle(job);
        if (job.attempt === 1) await forever();
      };
      await queue.work(definition(handle, { timeoutMs: 300, retryDelays: [50], concurrency: 1 }));
      await queue.enqueue(queueName, { n: 1 });
      await received(handler, 2);
      await idle();
      expect(handler.attempts).toEqual([1, 2]);
      expect(handler.jobs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    });

    describe('with a key', () => {
      it('adds no second job while one waits', async () => {
        expect(await queue.enqueue(queueName, { n: 1 }, { key: 'a' })).toBeDefined();
        expect(await queue.enqueue(queueName, { n: 2 }, { key: 'a' })).toBeUndefined();
        expect(await queue.enqueue(queueName, { n: 3 }, { key: 'b' })).toBeDefined();
        expect(await status()).toMatchObject({ waiting: 2 });
      });

      it('adds one of many that are added at once, in several processes', async () => {
        const queues = [queue, await open(), await open()];
        const ids = await Promise.all(
          Array.from({ length: 30 }, (_, n) => queues[n % 3]?.enqueue(queueName, { n }, { key: 'a' })),
        );
        expect(ids.filter(Boolean)).toHaveLength(1);
      });

      it('adds no second job while one is delayed, runs, or waits for its next try', async () => {
        const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
        const handler = new RecordingHandler();
        const handle = async (job: Job<Task>) => {
          await handler.handle(job);
          if (job.attempt === 1) await blocked.then(() => Promise.reject(new Error('once more')));
        };
        const add = (startAfter?: Date) =>
          queue.enqueue(queueName, { n: 1 }, { key: 'a', ...(startAfter && { startAfter }) });
        await queue.work(definition(handle, { retryDelays: [1500] }));
        expect(await add(new Date(Date.now() + 1000))).toBeDefined();
        expect(await add()).toBeUndefined();
        await received(handler, 1);
        expect(await add()).toBeUndefined();
        unblock();
        await vi.waitFor(async () => expect(await status()).toMatchObject({ delayed: 1 }), patient);
        expect(await add()).toBeUndefined();
        await received(handler, 2);
        await idle();
        expect(handler.jobs).toHaveLength(2);
      });

      it.each([
        ['done', 0],
        ['failed', 1],
      ])('adds another after one is %s', async (_, failures) => {
        const handler = new RecordingHandler();
        handler.failures = failures;
        await queue.work(definition(handler.handle));
        await queue.enqueue(queueName, { n: 1 }, { key: 'a' });
        await received(handler, 1);
        await idle();
        expect(await queue.enqueue(queueName, { n: 2 }, { key: 'a' })).toBeDefined();
        await received(handler, 2);
        expect(handler.numbers).toEqual([1, 2]);
      });

      it('keeps queues apart', async () => {
        await queue.enqueue(queueName, { n: 1 }, { key: 'a' });
        expect(await queue.enqueue(`${queueName}-other`, { n: 1 }, { key: 'a' })).toBeDefined();
      });

      it('cancels one that waits, and no other', async () => {
        const later = new Date(Date.now() + 1000);
        await queue.enqueue(queueName, { n: 1 }, { key: 'a', startAfter: later });
        await queue.enqueue(queueName, { n: 2 }, { key: 'b', startAfter: later });
        await queue.cancel(queueName, 'a');
        await queue.cancel(queueName, 'unknown');
        const handler = new RecordingHandler();
        await queue.work(definition(handler.handle));
        await received(handler, 1);
        await idle();
        expect(handler.numbers).toEqual([2]);
      });

      it('does not cancel one that runs', async () => {
        const handler = new RecordingHandler();
        handler.failures = 1;
        const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
        await queue.work(definition((job) => blocked.then(() => handler.handle(job)), { retryDelays: [50] }));
        await queue.enqueue(queueName, { n: 1 }, { key: 'a' });
        await vi.waitFor(async () => expect(await status()).toMatchObject({ active: 1 }), patient);
        await queue.cancel(queueName, 'a');
        unblock();
        await received(handler, 2);
        await idle();
        expect(handler.attempts).toEqual([1, 2]);
      });
    });

    describe('repeating', () => {
      it('adds one job an interval, the first at once, however many processes ask', async () => {
        const handler = new RecordingHandler();
        const queues = [queue, await open(), await open()];
        const began = Date.now();
        await Promise.all(queues.map((each) => each.repeat(queueName, 1000, { n: 7 })));
        for (const each of queues) await each.work(definition(handler.handle));
        await received(handler, 4);
        const intervals = Math.floor(Date.now() / 1000) - Math.floor(began / 1000) + 1;
        expect(handler.jobs.length).toBeLessThanOrEqual(intervals);
        expect(new Set(handler.numbers)).toEqual(new Set([7]));
      });

      it('adds none for an interval that had one before the process started again', async () => {
        const handler = new RecordingHandler();
        const hour = 3_600_000;
        const began = Math.floor(Date.now() / hour);
        await queue.repeat(queueName, hour, { n: 1 });
        await queue.work(definition(handler.handle));
        await received(handler, 1);
        await idle();
        await queue.stop();
        queue = await open();
        await queue.work(definition(handler.handle));
        await queue.repeat(queueName, hour, { n: 1 });
        await pause(500);
        expect(handler.jobs.length).toBe(1 + Math.floor(Date.now() / hour) - began);
      });

      it('adds none while the one before runs', async () => {
        const handler = new RecordingHandler();
        await queue.work(
          definition(async (job) => {
            await handler.handle(job);
            await forever();
          }),
        );
        await queue.repeat(queueName, 1000, { n: 1 });
        await received(handler, 1);
        await pause(2500);
        expect(handler.jobs).toHaveLength(1);
        expect(await status()).toMatchObject({ waiting: 0, active: 1 });
      });
    });

    describe('stopping', () => {
      it('finishes what is in hand and takes nothing new', async () => {
        const handler = new RecordingHandler();
        const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
        const worker = await open();
        await worker.work(definition((job) => handler.handle(job).then(() => blocked), { concurrency: 1 }));
        await queue.enqueue(queueName, { n: 1 });
        await queue.enqueue(queueName, { n: 2 });
        await received(handler, 1);
        const stopped = worker.stop(30_000);
        await pause(300);
        unblock();
        await stopped;
        expect(handler.numbers).toEqual([1]);
        expect(await status()).toMatchObject({ waiting: 1, active: 0 });
      });

      it('aborts what does not finish in the grace period and hands it back, its try not counted', async () => {
        const handler = new RecordingHandler();
        const worker = await open();
        await worker.work(definition((job) => handler.handle(job).then(forever)));
        await queue.enqueue(queueName, { n: 1 });
        await received(handler, 1);
        await worker.stop(100);
        expect(handler.jobs[0]?.signal.aborted).toBe(true);
        await queue.work(definition(handler.handle));
        await received(handler, 2);
        expect(handler.attempts).toEqual([1, 1]);
      });
    });

    describe('when a process is cut off', () => {
      const openBehindProxy = async () => {
        const proxy = await CuttingProxy.start(engine().port);
        proxies.push(proxy);
        return { proxy, worker: await open(proxy.port) };
      };

      it('gives its job to another when its time is over, and takes no word from it afterwards', async () => {
        const handler = new RecordingHandler();
        const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
        const { proxy, worker } = await openBehindProxy();
        const timeLimit = { timeoutMs: 2000, retryDelays: [0] };
        await worker.work(definition((job) => handler.handle(job).then(() => blocked), timeLimit));
        await queue.enqueue(queueName, { n: 1 });
        await received(handler, 1);
        await proxy.stop();
        await queue.work(definition(handler.handle, timeLimit));
        await received(handler, 2);
        unblock();
        await idle();
        expect(handler.jobs).toHaveLength(2);
        expect(await status()).toMatchObject({ failed: 0 });
      });

      it('goes on by itself when its connections were broken', async () => {
        const handler = new RecordingHandler();
        const { proxy, worker } = await openBehindProxy();
        await worker.work(definition(handler.handle));
        for (let n = 0; n < 20; n++) {
          if (n % 5 === 0) proxy.cutNext(n % 2 === 0 ? 'lost' : 'answered');
          await queue.enqueue(queueName, { n });
          await pause(30);
        }
        await received(handler, 20);
        await idle();
        expect(new Set(handler.numbers).size).toBe(20);
      });
    });
  });
};
