import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { jobQueueContract } from '../job-queue.contract.js';
import { createPgBossJobQueue } from './pg-boss-job-queue.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const urlAt = (port?: number): string => {
  const url = new URL(database.url);
  if (port !== undefined) url.port = String(port);
  return url.href;
};
const open = (port?: number) =>
  createPgBossJobQueue({ connectionString: urlAt(port), poolSize: 3, pollMs: 100, superviseSeconds: 1 });

jobQueueContract('pg-boss', () => ({ port: Number(new URL(database.url).port), open }));

describe('job queue on pg-boss', () => {
  it('is opened by several processes at once on a new database', async () => {
    const fresh = await createTestDatabase();
    const queues = await Promise.all(
      [1, 2, 3].map(() => createPgBossJobQueue({ connectionString: fresh.url, poolSize: 1 })),
    );
    await Promise.all(queues.map((queue, n) => queue.enqueue('first', { n })));
    expect(await queues[0]?.status()).toMatchObject([{ queue: 'first', waiting: 3 }]);
    await Promise.all(queues.map((queue) => queue.stop()));
    await fresh.drop();
  });

  it('refuses a time-out that pg-boss cannot keep', async () => {
    const queue = await open();
    const definition = { name: 'long', concurrency: 1, retryDelays: [], handle: async () => undefined };
    await expect(queue.work({ ...definition, timeoutMs: 24 * 3_600_000 })).rejects.toThrow(RangeError);
    await queue.stop();
  });
});
