import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningRedis, startRedis } from '#test/servers/redis.js';
import { patient, RecordingHandler, type Task } from '../contract/queue.suite.js';
import type { JobQueue, QueueDefinition } from '../job-queue.port.js';
import { createBullMqJobQueue } from './bullmq-job-queue.js';

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * With `everysec`, Redis answers while an fsync goes on, and writes to the file after it, up to two seconds later: a kill
 * then takes what it has acknowledged.
 */
const settings = { appendfsync: 'always' };

let redis: RunningRedis;
let queue: JobQueue;
let faults: string[];
beforeEach(async () => {
  redis = await startRedis({ settings });
  faults = [];
  queue = createBullMqJobQueue({ url: redis.url, pollMs: 100, onFault: ({ message }) => faults.push(message) });
});
afterEach(async () => {
  await queue.stop(0);
  await redis.server.stop();
});

const definition = (
  handle: QueueDefinition<Task>['handle'],
  changes: Partial<QueueDefinition<Task>> = {},
): QueueDefinition<Task> => ({
  name: 'tasks',
  concurrency: 4,
  retryDelays: [],
  timeoutMs: 600_000,
  handle,
  ...changes,
});

const statusOf = async (name: string) => (await queue.status()).find((status) => status.queue === name);

const idle = (name: string) =>
  vi.waitFor(async () => expect(await statusOf(name)).toMatchObject({ waiting: 0, delayed: 0, active: 0 }), patient);

describe('job queue on BullMQ, when a worker is killed', () => {
  it('the job of a killed worker is given to another within half a minute, as the same try', async () => {
    const hooks = pathOf('../../../platform/process/typescript-hooks.mjs');
    const args = ['--import', hooks, pathOf('job-worker.process.ts'), redis.url, 'tasks'];
    const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await queue.enqueue('tasks', { n: 7 });
    expect(String((await once(worker.stdout, 'data'))[0])).toBe('7');
    worker.kill('SIGKILL');
    const killed = performance.now();
    const handler = new RecordingHandler();
    await queue.work(definition(handler.handle));
    await handler.has(1);
    expect(performance.now() - killed).toBeLessThan(30_000);
    expect(handler.jobs).toMatchObject([{ data: { n: 7 }, attempt: 1 }]);
  });
});

describe('job queue on BullMQ, when Redis fails', () => {
  it('every job is kept when a Redis that syncs each command is killed and comes back, and running jobs may finish', async () => {
    const handler = new RecordingHandler();
    const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
    await queue.work(definition((job) => handler.handle(job).then(() => blocked), { concurrency: 2 }));
    await queue.enqueue('tasks', { n: 1 });
    await queue.enqueue('tasks', { n: 2 });
    await handler.has(2);
    await queue.enqueue('tasks', { n: 3 });
    await queue.enqueue('tasks', { n: 4 }, { startAfter: new Date(Date.now() + 500), key: 'a' });
    const { folder } = redis.server;
    await redis.server.kill();
    unblock();
    await vi.waitFor(() => expect(faults).toContainEqual(expect.stringContaining('ECONNREFUSED')), patient);
    redis = await startRedis({ port: redis.port, folder, settings });
    await handler.has(4);
    await idle('tasks');
    expect(handler.numbers.sort()).toEqual([1, 2, 3, 4]);
    expect(handler.attempts).toEqual([1, 1, 1, 1]);
    expect(handler.jobs.map(({ signal }) => signal.aborted)).toEqual([false, false, false, false]);
  });

  it('a command rejects at its timeout while Redis does not answer, and the queue goes on when it answers', async () => {
    const handler = new RecordingHandler();
    await queue.work(definition(handler.handle));
    await queue.enqueue('tasks', { n: 1 });
    await handler.has(1);
    redis.server.pause();
    await expect(queue.enqueue('tasks', { n: 2 })).rejects.toThrow();
    redis.server.resume();
    await vi.waitFor(() => queue.enqueue('tasks', { n: 3 }), patient);
    await vi.waitFor(() => expect(handler.numbers).toContain(3), patient);
  });

  it('a Redis that never comes back does not keep the queue from stopping', async () => {
    const handler = new RecordingHandler();
    await queue.work(definition((job) => handler.handle(job).then(() => new Promise<never>(() => {}))));
    await queue.enqueue('tasks', { n: 1 });
    await handler.has(1);
    await redis.server.kill();
    const began = performance.now();
    await queue.stop(100);
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(handler.jobs[0]?.signal.aborted).toBe(true);
  });
});
