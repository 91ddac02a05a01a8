import { createBullMqJobQueue } from './bullmq-job-queue.js';

/** A worker as a process of its own, which takes one job, prints which, and never finishes it. */
const [, , url = '', name = ''] = process.argv;
const queue = createBullMqJobQueue({ url, pollMs: 100 });
await queue.work({
  name,
  concurrency: 1,
  retryDelays: [],
  timeoutMs: 3_600_000,
  handle: ({ data }) => {
    process.stdout.write(String(data.n));
    return new Promise<never>(() => {});
  },
});
