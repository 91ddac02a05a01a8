import type { Queue } from 'pg-boss';

export const schema = 'job_queue';

const day = 24 * 3600;

/** Longest time-out: pg-boss refuses to keep a job active for a day. */
export const maxTimeoutMs = 23 * 3600 * 1000;

/** A worker says that it lives every so often; a job whose worker has not is given to another. */
export const heartbeatMs = 5000;

/** The same for every queue, so that whoever comes first, enqueuer or worker, may create it. */
export const queueOptions = {
  // One job with a key waits or runs. The unique index treats all jobs without a key as one, so each gets its own.
  policy: 'exclusive',
  // A try that its process did not survive goes back at once; the worker counts tries, see `settle`.
  retryLimit: 1_000_000,
  retryDelay: 0,
  heartbeatSeconds: 15,
  expireInSeconds: maxTimeoutMs / 1000,
  // Counted from when the job is due. pg-boss deletes what waited longer, done or not; a year is its limit.
  retentionSeconds: 365 * day,
  deleteAfterSeconds: 30 * day,
} satisfies Omit<Queue, 'name'>;
