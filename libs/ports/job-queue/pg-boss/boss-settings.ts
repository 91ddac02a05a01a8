import type { ConstructorOptions, Queue } from 'pg-boss';
import { maxTimeoutMs } from '../max-timeout.js';

/** Schema of the tables of pg-boss. */
export const schema = 'job_queue';

const minute = 60;
const day = 24 * 60 * minute;

/** Milliseconds between two heartbeats of a worker; a third of the time after which its jobs are given to others. */
export const heartbeatMs = 5_000;

/** Seconds that the row of a done job stays. It is short: the supervision of the queues reads all rows. */
export const keepDoneSeconds = 10 * minute;

export const failedQueueOf = (queue: string): string => `${queue}.failed`;

export const bossSettings = (superviseSeconds: number) =>
  ({
    schema,
    schedule: false,
    supervise: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: minute,
    flowIntervalSeconds: day, // jobs that depend on jobs: not used
  }) satisfies ConstructorOptions;

/** Options of a queue, the same for every queue, so that the first user, enqueuer or worker, may create it. */
export const queueOptions = (queue: string) =>
  ({
    // One job of a key waits or runs. The index treats all jobs without a key as one, so each gets its own.
    policy: 'exclusive',
    heartbeatSeconds: (3 * heartbeatMs) / 1_000,
    expireInSeconds: maxTimeoutMs / 1_000 + minute,
    // Maximum times that a job is taken: pg-boss counts failed tries, which we count too, and those that their
    // process did not survive. A job that kills each process that takes it ends here, as failed.
    retryLimit: 30,
    retryDelay: 0,
    deadLetter: failedQueueOf(queue),
    retentionSeconds: 365 * day, // counted from when the job is due; pg-boss deletes jobs that wait longer
    deleteAfterSeconds: keepDoneSeconds,
  }) satisfies Omit<Queue, 'name'>;

/** Options of the queue in which failed jobs lie for this long. */
export const failedQueueOptions = { retentionSeconds: 30 * day } satisfies Omit<Queue, 'name'>;
