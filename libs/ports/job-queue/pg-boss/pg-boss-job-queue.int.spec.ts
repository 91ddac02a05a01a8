import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/integration/test-database.js';
import { jobQueueContract } from '../job-queue.contract.js';
import { handBackJobs } from './migrate-pg-boss.js';
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
  createPgBossJobQueue({
    connectionString: urlAt(port),
    poolSize: 3,
    pollMs: 100,
    superviseSeconds: 1,
    claimMs: 10_000,
  });

jobQueueContract('pg-boss', () => ({ port: Number(new URL(database.url).port), open }));

describe('job queue on pg-boss', () => {
  it('several processes open the queue at once on a new database', async () => {
    const fresh = await createTestDatabase();
    const queues = await Promise.all(
      [1, 2, 3].map(() => createPgBossJobQueue({ connectionString: fresh.url, poolSize: 1 })),
    );
    await Promise.all(queues.map((queue, n) => queue.enqueue('first', { n })));
    expect(await queues[0]?.status()).toMatchObject([{ queue: 'first', waiting: 3 }]);
    await Promise.all(queues.map((queue) => queue.stop()));
    await fresh.drop();
  });

  it('the queue works on when the server ends its connections', async () => {
    const administrator = new Pool({ connectionString: database.url, max: 1 });
    const queue = await open();
    const handled: number[] = [];
    const handle = async ({ data }: { data: { n: number } }) => void handled.push(data.n);
    await queue.work({ name: 'terminated', concurrency: 2, retryDelays: [], timeoutMs: 1_000, handle });
    for (const n of [1, 2, 3]) {
      await queue.enqueue('terminated', { n });
      await vi.waitFor(() => expect(handled).toContain(n), { timeout: 45_000 });
      await administrator.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
      await vi.waitFor(() => queue.status(), { timeout: 45_000 });
    }
    await queue.stop();
    await administrator.end();
  });

  it('errors of the database are reported once in a while, and the queue goes on when they end', async () => {
    const fresh = await createTestDatabase();
    const administrator = new Pool({ connectionString: fresh.url, max: 1 });
    const faults: unknown[] = [];
    const queue = await createPgBossJobQueue({
      connectionString: fresh.url,
      pollMs: 50,
      onFault: (error) => faults.push(error),
    });
    const handled = vi.fn(async () => undefined);
    await queue.work({ name: 'refused', concurrency: 1, retryDelays: [], timeoutMs: 1_000, handle: handled });
    await queue.enqueue('refused', {}, { startAfter: new Date(Date.now() + 1_000) });
    await administrator.query('alter schema job_queue rename to moved_away');
    await vi.waitFor(() => expect(faults).toContainEqual(expect.objectContaining({ code: '42P01' })), {
      timeout: 45_000,
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const messages = faults.map(String);
    expect(messages).toEqual([...new Set(messages)]);
    await administrator.query('alter schema moved_away rename to job_queue');
    await vi.waitFor(() => expect(handled).toHaveBeenCalledTimes(1), { timeout: 45_000 });
    await queue.stop(0);
    await administrator.end();
    await fresh.drop();
  });

  it('jobs in hand are handed back to be taken again, but for one that no process has survived', async () => {
    const administrator = new Pool({ connectionString: database.url, max: 1 });
    const queue = await open();
    const taken: string[] = [];
    const handle = ({ data }: { data: { name: string } }) => {
      taken.push(data.name);
      return new Promise<never>(() => {});
    };
    await queue.work({ name: 'in-hand', concurrency: 2, retryDelays: [], timeoutMs: 60_000, handle });
    await queue.enqueue('in-hand', { name: 'usual' });
    await queue.enqueue('in-hand', { name: 'deadly' });
    await vi.waitFor(() => expect(taken).toHaveLength(2), { timeout: 45_000 });
    await administrator.query(
      `update job_queue.job set retry_count = retry_limit where name = 'in-hand' and data #>> '{payload,name}' = 'deadly'`,
    );
    await handBackJobs(administrator);
    const status = { queue: 'in-hand', waiting: 1, active: 1, failed: 0 };
    expect(await queue.status()).toContainEqual(expect.objectContaining(status));
    const other = await open();
    await other.work({ name: 'in-hand', concurrency: 2, retryDelays: [], timeoutMs: 60_000, handle });
    await vi.waitFor(() => expect(taken.slice(2)).toEqual(['usual']), { timeout: 45_000 });
    await Promise.all([queue.stop(0), other.stop(0)]);
    await administrator.end();
  });

  it('a job that no process has survived is kept as failed', async () => {
    const administrator = new Pool({ connectionString: database.url, max: 1 });
    const queue = await open();
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const handle = () => {
      take();
      return new Promise<never>(() => {});
    };
    await queue.work({ name: 'deadly', concurrency: 1, retryDelays: [], timeoutMs: 60_000, handle });
    await queue.enqueue('deadly', {}, { key: 'a' });
    await taken;
    await administrator.query(
      `update job_queue.job set retry_count = retry_limit, heartbeat_on = now() - interval '1 minute'
       where name = 'deadly'`,
    );
    await vi.waitFor(
      async () => expect(await queue.status()).toContainEqual(expect.objectContaining({ queue: 'deadly', failed: 1 })),
      { timeout: 45_000 },
    );
    expect(await queue.failed('deadly')).toMatchObject([{ queue: 'deadly', attempts: 1, failure: undefined }]);
    expect(await queue.enqueue('deadly', {}, { key: 'a' })).toBeDefined();
    await queue.stop(0);
    await administrator.end();
  });
});
