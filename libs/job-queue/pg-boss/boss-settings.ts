import type { ConstructorOptions, QueueOptions } from 'pg-boss';

/** Where pg-boss has its tables. */
export const schema = 'job_queue';

const minute = 60;
const day = 24 * 60 * minute;

/** A job's time-out as pg-boss knows it is longer by this, so that a living worker counts the failed try itself. */
export const expirySlackSeconds = 3;

/** How soon a job whose process died is seen, beyond its time-out. */
const superviseEverySeconds = 5;

/** How long an ended job's row stays: long enough to look at, short for the scans of the supervision. */
export const keepEndedSeconds = 10 * minute;

export const failedQueueOf = (queue: string): string => `${queue}.failed`;

export const bossSettings = {
  schema,
  schedule: false,
  supervise: true,
  superviseIntervalSeconds: superviseEverySeconds,
  monitorIntervalSeconds: superviseEverySeconds,
  maintenanceIntervalSeconds: minute,
  flowIntervalSeconds: day, // jobs that depend on jobs: not used
} satisfies ConstructorOptions;

export const queueOptions = (queue: string) =>
  ({
    // pg-boss counts every time that a job is taken, also after its process died and when it was handed back;
    // failed tries are counted by us. This bounds a job that kills each process that takes it.
    retryLimit: 100,
    deadLetter: failedQueueOf(queue),
    retentionSeconds: 400 * day, // counted from the time a job is delayed to
    deleteAfterSeconds: keepEndedSeconds,
  }) satisfies QueueOptions & { deadLetter: string };

/** Jobs of the failed queue only lie there; this is how long. */
export const failedQueueOptions = {
  retentionSeconds: 90 * day,
  deleteAfterSeconds: keepEndedSeconds,
} satisfies QueueOptions;
