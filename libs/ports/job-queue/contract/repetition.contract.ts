import { expect, it } from 'vitest';
import { forever, pause, type QueueSuite, RecordingHandler } from './queue.suite.js';

export const repetitionContract = (suite: QueueSuite): void => {
  it('one job is added in each interval, the first at once, however many processes ask', async () => {
    const handler = new RecordingHandler();
    const queues = [suite.queue, await suite.open(), await suite.open()];
    const began = Date.now();
    await Promise.all(queues.map((each) => each.repeat(suite.queueName, 1000, { n: 7 })));
    for (const each of queues) await each.work(suite.definition(handler.handle));
    await handler.has(4);
    const intervals = Math.floor(Date.now() / 1000) - Math.floor(began / 1000) + 1;
    expect(handler.jobs.length).toBeLessThanOrEqual(intervals);
    expect(new Set(handler.numbers)).toEqual(new Set([7]));
  });

  it('no job is added for an interval that had one before the process started again', async () => {
    const handler = new RecordingHandler();
    const hour = 3_600_000;
    const began = Math.floor(Date.now() / hour);
    await suite.queue.repeat(suite.queueName, hour, { n: 1 });
    await suite.queue.work(suite.definition(handler.handle));
    await handler.has(1);
    await suite.idle();
    await suite.restart();
    await suite.queue.work(suite.definition(handler.handle));
    await suite.queue.repeat(suite.queueName, hour, { n: 1 });
    await pause(500);
    expect(handler.jobs.length).toBe(1 + Math.floor(Date.now() / hour) - began);
  });

  it('no job is added while the one before runs', async () => {
    const handler = new RecordingHandler();
    await suite.queue.work(
      suite.definition(async (job) => {
        await handler.handle(job);
        await forever();
      }),
    );
    await suite.queue.repeat(suite.queueName, 1000, { n: 1 });
    await handler.has(1);
    await pause(2500);
    expect(handler.jobs).toHaveLength(1);
    expect(await suite.status()).toMatchObject({ waiting: 0, active: 1 });
  });
};
