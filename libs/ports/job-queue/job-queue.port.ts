import type { JsonObject } from '#libs/domain/json.js';
import type { Cause } from '#libs/platform/telemetry/cause.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import type { JobShare, ShareKey } from './job-share.js';

export interface Job<T extends JsonObject = JsonObject> {
  id: string;
  data: T;
  /** Number of this try: 1 on the first. */
  attempt: number;
  /** Aborted when the try is given up: it timed out, was cancelled or given to another worker, or the process stops. */
  signal: AbortSignal;
}

export interface QueueDefinition<T extends JsonObject = JsonObject> {
  /** Name of letters, digits, `_`, `-`, `.` and `/`. */
  name: string;
  /** Maximum jobs at the same time in this process. */
  concurrency: number;
  /**
   * Milliseconds to wait before the second, third … try; a job whose tries are used up is kept as
   * failed. Each wait is spread by ±`jitter` (a fraction).
   */
  retryDelays: readonly number[];
  jitter?: number;
  /**
   * Timeout of a try, 23 hours at most; then it is given up and counted as failed. The job of a process that died is
   * given out again within half a minute, however long it may take; that is the same try once more.
   */
  timeoutMs: number;
  handle: (job: Job<T>) => Promise<void>;
  /**
   * Shares the jobs in hand by a key (an organization) and by its parts. A job whose key or part has its share here
   * already is put off, and that counts as no try.
   */
  share?: { places: JobShare; keyOf: (data: T) => ShareKey };
  /** Notified of every try that fails, on every engine; `watchedQueue` sets it. */
  lifeCycle?: LifeCycle;
}

/** Cause of a failed try. An engine keeps the last one with its job, taken from `RunningJob.failure`. */
export type JobFailure = Cause & {
  /** Time of the failure, RFC 3339. */
  at: string;
  attempt: number;
};

export interface FailedJob {
  queue: string;
  id: string;
  /** Number of tries that were made. */
  attempts: number;
  /** Time of the last failure, RFC 3339. */
  failedAt: string;
  /** Cause of the failure; undefined where no process survived the job. */
  failure: JobFailure | undefined;
}

export interface EnqueueOptions {
  /** Time before which the job does not start. */
  startAfter?: Date;
  /** Key of the job: while a job with this key waits or runs in the queue, another is not added. */
  key?: string;
}

export interface QueueStatus {
  queue: string;
  /** Number of jobs that are due. */
  waiting: number;
  /** Number of jobs that are not due yet, including those that wait for their next try. */
  delayed: number;
  active: number;
  /**
   * Number of jobs that were given up. They are kept for a month; of very many, an engine may keep the latest
   * thousands only.
   */
  failed: number;
}

/**
 * Jobs to be done later or again, each at least once; a job survives restarts. The queue is no source of truth: the
 * jobs that must happen can be rebuilt from the event store and the read models.
 */
export interface JobQueue {
  /** Registers the handler and starts working on the queue. */
  work<T extends JsonObject>(queue: QueueDefinition<T>): Promise<void>;
  /** Adds a job; returns its id, or `undefined` when one with the same key was there. */
  enqueue<T extends JsonObject>(queue: string, data: T, options?: EnqueueOptions): Promise<string | undefined>;
  /**
   * Adds one job in every interval of `everyMs` (whole seconds) from now on, the first at once, whatever number of
   * processes ask for it. None is added while the one before waits or runs; intervals missed while no process ran are
   * not made up for.
   */
  repeat<T extends JsonObject>(queue: string, everyMs: number, data: T): Promise<void>;
  /** Takes the job with this key out of the queue; a running job is aborted within seconds, and not tried again. */
  cancel(queue: string, key: string): Promise<void>;
  status(): Promise<QueueStatus[]>;
  /** Lists jobs that were given up, of one queue or of all, the latest first, 1,000 at most. */
  failed(queue?: string): Promise<FailedJob[]>;
  /** Finishes the running jobs, up to the grace period; the rest are handed back. */
  stop(graceMs?: number): Promise<void>;
}
