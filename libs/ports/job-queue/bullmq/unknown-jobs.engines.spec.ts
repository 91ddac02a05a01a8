import type { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningRedis, startRedis } from '#test/servers/redis.js';
import { usualClaimMs } from '../claim.js';
import type { Task } from '../contract/queue.suite.js';
import { openQueue, openWorker } from './bullmq-queue.js';
import { handBackUnknown } from './unknown-jobs.js';

let redis: RunningRedis;
let client: Redis;
let queue: Queue;
let worker: Worker<Task>;
beforeAll(async () => {
  redis = await startRedis();
  client = new Redis(redis.url);
  const shared = { client, prefix: 'unknown', lockMs: usualClaimMs, onFault: () => undefined };
  queue = openQueue('tasks', shared);
  const definition = { name: 'tasks', concurrency: 1, retryDelays: [], timeoutMs: 60_000, handle: async () => {} };
  worker = openWorker<Task>(definition, shared);
});
afterAll(async () => {
  await worker.close(true);
  await queue.close();
  client.disconnect();
  await redis.server.stop();
});

const take = async (token: string): Promise<string> => {
  const { id } = await queue.add('tasks', { n: 1 });
  const taken = await worker.getNextJob(token, { block: false });
  expect(taken?.id).toBe(id);
  return String(id);
};

describe('jobs that were taken by a command whose answer was lost', () => {
  it('jobs of a lost response go back to the head of the line as the same try; held jobs and those of others stay', async () => {
    const inHand = await take('mine');
    const lost = await take('mine');
    const ofAnother = await take('theirs');
    await queue.add('tasks', { n: 2 });
    await handBackUnknown(queue, worker, { token: 'mine', lockMs: usualClaimMs }, new Set([inHand]));
    expect((await queue.getRanges(['active'], 0, 9)).sort()).toEqual([inHand, ofAnother].sort());
    expect(await worker.getNextJob('mine', { block: false })).toMatchObject({ id: lost, attemptsMade: 0 });
  });
});
