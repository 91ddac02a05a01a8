import { inspect } from 'node:util';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { type RunningRedis, startRedis } from '#test/servers/redis.js';
import { patient, RecordingHandler, type Task } from '../contract/queue.suite.js';
import { jobQueueContract } from '../job-queue.contract.js';
import type { Job, JobQueue } from '../job-queue.port.js';
import { createBullMqJobQueue } from './bullmq-job-queue.js';
import { keepFailed, maxStalled } from './bullmq-settings.js';
import { startTlsRedis } from './self-signed.fixture.js';

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

const idle = (queue: JobQueue) =>
  vi.waitFor(async () => {
    for (const status of await queue.status()) expect(status).toMatchObject({ waiting: 0, delayed: 0, active: 0 });
  }, patient);

const open = async (port = redis.port) =>
  createBullMqJobQueue({ url: `redis://127.0.0.1:${port}`, pollMs: 100, claimMs: 6_000 });

jobQueueContract('BullMQ', () => ({ port: redis.port, open }));

describe('job queue on BullMQ', () => {
  const noTries = { concurrency: 50, retryDelays: [], timeoutMs: 60_000 };

  it('a done job leaves nothing in memory, and of failed jobs only the latest are kept', async () => {
    const queue = createBullMqJobQueue({ url: redis.url, prefix: 'memory', pollMs: 100 });
    const handle = ({ data: { fails } }: Job) => (fails ? Promise.reject(new Error('no')) : Promise.resolve());
    await queue.work({ ...noTries, name: 'tasks', handle });
    const numbers = Array.from({ length: keepFailed.count + 20 }, (_, n) => n);
    for (const fails of [false, true]) {
      // So many at once that each is answered in time on a busy machine.
      for (let from = 0; from < numbers.length; from += 100) {
        const some = numbers.slice(from, from + 100);
        await Promise.all(some.map((n) => queue.enqueue('tasks', { n, fails }, { key: `${n}` })));
      }
      await idle(queue);
    }
    expect(await queue.status()).toMatchObject([{ failed: keepFailed.count }]);
    const keys = await administrator.keys('memory:*');
    const jobs = keys.filter((key) => /[0-9a-f]{8}-/.test(key));
    expect(jobs).toHaveLength(keepFailed.count);
    expect(keys.length - jobs.length).toBeLessThan(10);
    await queue.stop();
  });

  it('a job that no process has survived is kept as failed', async () => {
    const queue = createBullMqJobQueue({ url: redis.url, prefix: 'deadly', pollMs: 100 });
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const handle = () => {
      take();
      return new Promise<never>(() => {});
    };
    await queue.work({ ...noTries, name: 'tasks', handle });
    const id = await queue.enqueue('tasks', {}, { key: 'a' });
    await taken;
    await administrator.hset(`deadly:tasks:${id}`, 'stc', maxStalled);
    await administrator.del(`deadly:tasks:${id}:lock`);
    await vi.waitFor(async () => expect(await queue.status()).toMatchObject([{ failed: 1, active: 0 }]), patient);
    expect(await queue.failed('tasks')).toMatchObject([{ queue: 'tasks', id, attempts: 1, failure: undefined }]);
    expect(await queue.enqueue('tasks', {}, { key: 'a' })).toBeDefined();
    await queue.stop(0);
  });

  it.each(['done', 'failed'])('a worker that lost its job cannot write that it is %s', async (outcome) => {
    const prefix = `lost-${outcome}`;
    const queue = createBullMqJobQueue({ url: redis.url, prefix, pollMs: 100 });
    const handler = new RecordingHandler();
    const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
    const handle = async (job: Job<Task>) => {
      await handler.handle(job);
      await blocked;
      if (outcome === 'failed') throw new Error('no');
    };
    await queue.work({ ...noTries, name: 'tasks', retryDelays: [0, 0], handle });
    const id = await queue.enqueue('tasks', { n: 1 });
    await handler.has(1);
    await administrator.set(`${prefix}:tasks:${id}:lock`, 'of another');
    unblock();
    await queue.stop();
    expect(await administrator.lrange(`${prefix}:tasks:active`, 0, -1)).toEqual([id]);
    expect(await administrator.hmget(`${prefix}:tasks:${id}`, 'data', 'atm')).toEqual(['{"n":1}', null]);
  });

  it('a job that goes from try to try can be cancelled in every state', async () => {
    const queue = createBullMqJobQueue({ url: redis.url, prefix: 'restless', pollMs: 100 });
    const handle = () => Promise.reject(new Error('no'));
    await queue.work({ ...noTries, name: 'tasks', retryDelays: Array.from({ length: 100_000 }, () => 0), handle });
    const keys = Array.from({ length: 40 }, (_, n) => `${n}`);
    await Promise.all(keys.map((key) => queue.enqueue('tasks', {}, { key })));
    await Promise.all(keys.map((key) => queue.cancel('tasks', key)));
    await idle(queue);
    expect(await queue.status()).toMatchObject([{ failed: 0 }]);
    const again = keys.map((key) => queue.enqueue('tasks', {}, { key }));
    expect(await Promise.all(again)).not.toContain(undefined);
    await queue.stop(0);
  });

  it('a queue opened without Redis reports it, and works when Redis is there', async () => {
    const port = await freePort();
    const faults: string[] = [];
    const onFault = ({ message }: Error) => void faults.push(message);
    const queue = createBullMqJobQueue({ url: `redis://127.0.0.1:${port}`, pollMs: 100, onFault });
    const handler = new RecordingHandler();
    await queue.work({ ...noTries, name: 'tasks', handle: handler.handle });
    await queue.repeat('tasks', 3_600_000, { n: 1 });
    await expect(queue.enqueue('tasks', { n: 2 })).rejects.toThrow();
    expect(faults).toContainEqual(expect.stringContaining('ECONNREFUSED'));
    const late = await startRedis({ port });
    await vi.waitFor(() => queue.enqueue('tasks', { n: 3 }), patient);
    await vi.waitFor(() => expect(new Set(handler.numbers)).toEqual(new Set([1, 3])), patient);
    await queue.stop();
    await late.server.stop();
  });

  it('a queue speaks TLS with a Redis whose certificate is in its ca option', async () => {
    const tls = await startTlsRedis();
    const queue = createBullMqJobQueue({ url: `rediss://127.0.0.1:${tls.port}`, ca: tls.ca });
    expect(await queue.enqueue('tasks', {})).toBeDefined();
    await queue.stop();
    await tls.stop();
  });

  it('a Redis that may drop jobs is reported, and a refused connection repeats no secret', async () => {
    const faults: Error[] = [];
    const onFault = (error: Error) => void faults.push(error);
    const strict = await startRedis({ password: 'the-word', settings: { 'maxmemory-policy': 'allkeys-lru' } });
    const open = createBullMqJobQueue({ url: strict.url, onFault });
    await vi.waitFor(() => expect(faults).toMatchObject([{ name: 'EvictionPolicyError' }]), patient);
    await open.stop();
    const refused = createBullMqJobQueue({ url: `redis://:another-word@127.0.0.1:${strict.port}`, onFault });
    const fault: unknown = await refused.enqueue('tasks', { text: 'another-word' }).catch((error: unknown) => error);
    await vi.waitFor(() => expect(faults.some(({ message }) => message.startsWith('WRONGPASS'))).toBe(true), patient);
    expect(inspect([fault, ...faults], { depth: 9, showHidden: true })).not.toMatch(/(the|another)-word/);
    await refused.stop();
    await strict.server.stop();
  });
});
