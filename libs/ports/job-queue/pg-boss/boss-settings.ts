import type { ConstructorOptions, Queue } from 'pg-boss';
import { usualClaimMs } from '../claim.js';
import { maxTimeoutMs } from '../max-timeout.js';

/** Schema of the tables of pg-boss. */
export const schema = 'job_queue';

const minute = 60;
const day = 24 * 60 * minute;

/** Least seconds after which pg-boss gives the jobs of a worker without a heartbeat to others. */
const minHeartbeatSeconds = 10;

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
    heartbeatSeconds: usualClaimMs / 1_000,
    expireInSeconds: maxTimeoutMs / 1_000 + minute,
    // Maximum times that a job is taken: pg-boss counts failed tries, which we count too, and those that their
    // process did not survive. A job that kills each process that takes it ends here, as failed.
    retryLimit: 30,
    retryDelay: 0,
    deadLetter: failedQueueOf(queue),
    retentionSeconds: 365 * day, // counted from when the job is due; pg-boss deletes jobs that wait longer
    deleteAfterSeconds: keepDoneSeconds,
  }) satisfies Omit<Queue, 'name'>;

/** Options of a job that its queue does not have: how long it stays with a worker without a heartbeat. */
export const jobOptions = (claimMs: number): { heartbeatSeconds?: number } =>
  claimMs < usualClaimMs ? { heartbeatSeconds: Math.max(minHeartbeatSeconds, Math.ceil(claimMs / 1_000)) } : {};

/** Options of the queue in which failed jobs lie for this long. */
export const failedQueueOptions = { retentionSeconds: 30 * day } satisfies Omit<Queue, 'name'>;
