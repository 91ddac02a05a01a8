import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { createBullMqJobQueue } from '#libs/ports/job-queue/bullmq/bullmq-job-queue.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import { createPgBossJobQueue } from '#libs/ports/job-queue/pg-boss/pg-boss-job-queue.js';
import { startRedis } from '#test/servers/redis.js';
import { machineLines } from './machine.js';
import { median, quantile } from './quantile.js';

/*
 * Jobs on each engine of the port, by turns: jobs with a key added 50 at a time; all of them worked off, 20 at a time, by
 * handlers that do nothing; and one alone, from its adding to the settling of the next. One process, which adds and works.
 */
const rounds = Number(process.env.ROUNDS ?? 5);
const jobs = Number(process.env.JOBS ?? 3_000);
const loneJobs = Number(process.env.LONE ?? 300);
const addedAtATime = 50;
const workedAtATime = 20;

const addAll = async (queue: JobQueue, name: string): Promise<number> => {
  const began = performance.now();
  let next = 0;
  const add = async () => {
    while (next < jobs) {
      const n = next;
      next += 1;
      await queue.enqueue(name, { n }, { key: `job-${n}` });
    }
  };
  await Promise.all(Array.from({ length: addedAtATime }, add));
  return jobs / ((performance.now() - began) / 1_000);
};

const workOff = async (queue: JobQueue, name: string): Promise<number> => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const began = performance.now();
  let done = 0;
  const handle = async () => {
    done += 1;
    if (done === jobs) end();
  };
  await queue.work({ name, concurrency: workedAtATime, retryDelays: [], timeoutMs: 60_000, handle });
  await ended;
  return jobs / ((performance.now() - began) / 1_000);
};

/** Milliseconds from the call that adds a job to the start of its handler. */
const startLone = async (queue: JobQueue, name: string): Promise<number[]> => {
  let started = Promise.withResolvers<number>();
  const handle = async () => started.resolve(performance.now());
  await queue.work({ name, concurrency: 1, retryDelays: [], timeoutMs: 60_000, handle });
  const waits: number[] = [];
  for (let n = 0; n < loneJobs; n += 1) {
    started = Promise.withResolvers();
    const began = performance.now();
    await queue.enqueue(name, { n });
    waits.push((await started.promise) - began);
  }
  return waits;
};

const folder = await mkdtemp(join(tmpdir(), 'transledger-bench-'));
const [redis, postgres] = [await startRedis(), await startEmbeddedPostgres(folder)];
const engines: Record<string, () => JobQueue | Promise<JobQueue>> = {
  'BullMQ on Redis': () => createBullMqJobQueue({ url: redis.url }),
  'pg-boss on PostgreSQL': () => createPgBossJobQueue({ connectionString: postgres.url }),
};
const rows = Object.entries(engines).map(([name, open]) => ({
  name,
  open,
  added: [] as number[],
  worked: [] as number[],
  lone: [] as number[],
}));
for (let round = 0; round <= rounds; round += 1) {
  for (const { open, added, worked, lone } of rows) {
    const queue = await open();
    const figures = [await addAll(queue, `many-${round}`), await workOff(queue, `many-${round}`)] as const;
    const waits = await startLone(queue, `lone-${round}`);
    await queue.stop(0);
    if (round === 0) continue; // to warm up
    added.push(figures[0]);
    worked.push(figures[1]);
    lone.push(...waits);
  }
}
console.log(machineLines());
console.log(`${rounds} rounds after one to warm up, by turns; ${jobs} jobs and ${loneJobs} lone ones in each.`);
for (const { name, added, worked, lone } of rows) {
  const [a, w] = [added, worked].map((rates) => Math.round(median(rates)).toLocaleString('en'));
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(lone, share).toFixed(2));
  console.log(`${name}: ${a} added/s, ${w} worked off/s; lone job starts after p50 ${p50} ms, p99 ${p99} ms`);
}
await postgres.stop();
await redis.server.stop();
await rm(folder, { recursive: true, force: true });
