import { describe, expect, it } from 'vitest';
import type { Job } from '../job-queue.port.js';
import { forever, pause, type QueueSuite, RecordingHandler, type Task } from './queue.suite.js';

export const interruptionContract = (suite: QueueSuite): void => {
  describe('stopping', () => {
    it('a queue that stops finishes its running jobs and takes no new ones', async () => {
      const handler = new RecordingHandler();
      const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
      const worker = await suite.open();
      await worker.work(suite.definition((job) => handler.handle(job).then(() => blocked), { concurrency: 1 }));
      await suite.enqueue(1);
      await suite.enqueue(2);
      await handler.has(1);
      const stopped = worker.stop(30_000);
      await pause(300);
      unblock();
      await stopped;
      expect(handler.numbers).toEqual([1]);
      expect(await suite.status()).toMatchObject({ waiting: 1, active: 0 });
    });

    it('a job that does not finish in the grace period is aborted and handed back, its try not counted', async () => {
      const handler = new RecordingHandler();
      const worker = await suite.open();
      await worker.work(suite.definition((job) => handler.handle(job).then(forever)));
      await suite.enqueue(1);
      await handler.has(1);
      await worker.stop(100);
      expect(handler.jobs[0]?.signal.aborted).toBe(true);
      await suite.queue.work(suite.definition(handler.handle));
      await handler.has(2);
      expect(handler.attempts).toEqual([1, 1]);
    });
  });

  describe('when a process is cut off', () => {
    it('the job of a process that is cut off goes to another as the same try, out of reach of the first', async () => {
      const handler = new RecordingHandler();
      const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
      const { proxy, worker } = await suite.openBehindProxy();
      const longJob = { timeoutMs: 3_600_000 };
      const handle = (job: Job<Task>) => handler.handle(job).then(() => blocked);
      await worker.work(suite.definition(handle, longJob));
      await suite.enqueue(1);
      await handler.has(1);
      await proxy.stop();
      await suite.queue.work(suite.definition(handle, longJob));
      await handler.has(2);
      unblock();
      await suite.idle();
      expect(handler.attempts).toEqual([1, 1]);
      expect(await suite.status()).toMatchObject({ failed: 0 });
    });

    it('a queue goes on by itself when its connections were broken', async () => {
      const handler = new RecordingHandler();
      const { proxy, worker } = await suite.openBehindProxy();
      await worker.work(suite.definition(handler.handle));
      for (let n = 0; n < 20; n += 1) {
        if (n % 5 === 0) proxy.cutNext(n % 2 === 0 ? 'lost' : 'answered');
        await suite.enqueue(n);
        await pause(30);
      }
      await handler.has(20);
      await suite.idle();
      expect(new Set(handler.numbers).size).toBe(20);
    });
  });
};
