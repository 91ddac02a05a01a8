import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningRedis, startRedis } from '#test/servers/redis.js';
import { patient, RecordingHandler, type Task } from '../contract/queue.suite.js';
import type { Job, JobQueue } from '../job-queue.port.js';
import { createBullMqJobQueue } from './bullmq-job-queue.js';

let redis: RunningRedis;
let administrator: Redis;
beforeAll(async () => {
  redis = await startRedis();
  administrator = new Redis(redis.url);
});
afterAll(async () => {
  administrator.disconnect();
  await redis.server.stop();
});

/** The deliveries that must be made, known outside of the queue; a sweep asks for those that are missing. */
class Deliveries {
  readonly missing = new Set<number>();
  readonly made: number[] = [];
  readonly tries = new Map<number, number>();

  constructor(private readonly queue: JobQueue) {}

  async ask(n: number): Promise<void> {
    this.missing.add(n);
    await this.queue.enqueue('delivery', { n }, { key: `delivery-${n}` });
  }

  readonly sweep = async (): Promise<void> => {
    for (const n of this.missing) await this.ask(n);
  };

  /** Attempts a delivery: even ones succeed at once; odd ones at the second try; 101 hangs at the first. */
  readonly attempt = async ({ data: { n }, signal }: Job<Task>): Promise<void> => {
    const tries = (this.tries.get(n) ?? 0) + 1;
    this.tries.set(n, tries);
    if (n === 101 && tries === 1) await new Promise((_, reject) => signal.addEventListener('abort', reject));
    if (n % 2 === 1 && tries === 1) throw new Error('not this time');
    this.made.push(n);
    this.missing.delete(n);
  };
}

describe('job queue on BullMQ, when Redis is emptied', () => {
  it('a queue whose Redis is emptied restores its repetitions, and their sweeps neither lose nor double a job', async () => {
    const faults: string[] = [];
    const onFault = ({ message }: Error) => void faults.push(message);
    const [queue, other] = [1, 2].map(() => createBullMqJobQueue({ url: redis.url, pollMs: 100, onFault }));
    if (queue === undefined || other === undefined) throw new Error('no queues');
    const deliveries = new Deliveries(queue);
    const rare = new RecordingHandler();
    const settings = { concurrency: 8, timeoutMs: 600_000 };
    for (const each of [queue, other]) {
      await each.work<Task>({ ...settings, name: 'delivery', retryDelays: [600_000], handle: deliveries.attempt });
      await each.work({ ...settings, name: 'sweep', retryDelays: [], handle: deliveries.sweep });
      await each.work<Task>({ ...settings, name: 'rare', retryDelays: [], handle: rare.handle });
      await each.repeat('sweep', 1_000, {});
      await each.repeat('rare', 24 * 3_600_000, { n: 0 });
    }
    const numbers = Array.from({ length: 102 }, (_, n) => n);
    for (const n of numbers) await deliveries.ask(n);
    await vi.waitFor(() => expect(deliveries.tries.size).toBe(numbers.length), patient);
    await vi.waitFor(() => expect(deliveries.missing.size).toBe(51), patient);
    await rare.has(1);

    await administrator.flushall();

    await vi.waitFor(() => expect(deliveries.missing.size).toBe(0), patient);
    expect(deliveries.made.sort((a, b) => a - b)).toEqual(numbers);
    await rare.has(2);
    expect(faults).toContainEqual(expect.stringContaining('lost its keys'));
    await deliveries.ask(200);
    await vi.waitFor(() => expect(deliveries.made).toContain(200), patient);
    expect((await other.status()).map(({ queue: name }) => name)).toEqual(['delivery', 'rare', 'sweep']);
    await Promise.all([queue.stop(0), other.stop(0)]);
  });
});
