import type { ConstructorOptions, Queue } from 'pg-boss';
import { longestTimeoutMs } from '../longest-timeout.js';

/** Where pg-boss has its tables. */
export const schema = 'job_queue';

const minute = 60;
const day = 24 * 60 * minute;

/** How often a worker says that it lives; a third of the time after which its jobs are given to others. */
export const heartbeatMs = 5_000;

/** How long the row of a job that is done stays. Short: what supervises the queues looks through all rows. */
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

/** The same for every queue, so that whoever comes first, enqueuer or worker, may create it. */
export const queueOptions = (queue: string) =>
  ({
    // One job of a key waits or runs. The index takes all jobs without a key for one, so each gets its own.
    policy: 'exclusive',
    heartbeatSeconds: (3 * heartbeatMs) / 1_000,
    expireInSeconds: longestTimeoutMs / 1_000 + minute,
    // Times that a job is taken at most: pg-boss counts failed tries, which we count too, and those that their
    // process did not survive. A job that kills each process that takes it ends here, as failed.
    retryLimit: 30,
    retryDelay: 0,
    deadLetter: failedQueueOf(queue),
    retentionSeconds: 365 * day, // from when the job is due; pg-boss deletes what waits longer
    deleteAfterSeconds: keepDoneSeconds,
  }) satisfies Omit<Queue, 'name'>;

/** Failed jobs only lie in a queue of their own, for this long. */
export const failedQueueOptions = { retentionSeconds: 30 * day } satisfies Omit<Queue, 'name'>;
