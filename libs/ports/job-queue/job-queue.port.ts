import type { JsonObject } from '#libs/domain/json.js';
import type { Cause } from '#libs/platform/telemetry/cause.js';
import type { LifeCycle } from '#libs/platform/telemetry/life-cycle/life-cycle.js';

export interface Job<T extends JsonObject = JsonObject> {
  id: string;
  data: T;
  /** 1 on the first try. */
  attempt: number;
  /** Aborted when the try is given up: it took too long, was cancelled or given to another, or stops. */
  signal: AbortSignal;
}

export interface QueueDefinition<T extends JsonObject = JsonObject> {
  /** Letters, digits, `_`, `-`, `.` and `/`. */
  name: string;
  /** Jobs at the same time in this process. */
  concurrency: number;
  /**
   * Waits in milliseconds before the second, third … try; a job whose tries are used up is kept as
   * failed. Each wait is spread by ±`jitter` (a fraction).
   */
  retryDelays: readonly number[];
  jitter?: number;
  /**
   * A try that takes longer, 23 hours at most, is given up and counted as failed. The job of a process that died
   * is given out again within half a minute, however long it may take; that is the same try once more.
   */
  timeoutMs: number;
  handle: (job: Job<T>) => Promise<void>;
  /** Told of every try that fails, by whichever engine; `watchedQueue` sets it. */
  lifeCycle?: LifeCycle;
}

/** Why a try failed. An engine keeps the last one with its job: `RunningJob.failure` hands it over. */
export type JobFailure = Cause & {
  /** RFC 3339. */
  at: string;
  attempt: number;
};

export interface FailedJob {
  queue: string;
  id: string;
  /** Tries that were made. */
  attempts: number;
  /** RFC 3339. */
  failedAt: string;
  /** Undefined where no process survived the job to tell. */
  failure: JobFailure | undefined;
}

export interface EnqueueOptions {
  /** Not before this time. */
  startAfter?: Date;
  /** While a job with this key waits or runs in the queue, another is not added. */
  key?: string;
}

export interface QueueStatus {
  queue: string;
  /** Due. */
  waiting: number;
  /** Not due yet; those that wait for their next try among them. */
  delayed: number;
  active: number;
  /** Given up. Kept for a month; of very many, an engine may keep the latest thousands only. */
  failed: number;
}

/**
 * Work to be done later or again. At least once; a job survives restarts. Not the truth of anything:
 * what must happen can be rebuilt from the event store and the read models.
 */
export interface JobQueue {
  /** Registers the handler and starts working on the queue. */
  work<T extends JsonObject>(queue: QueueDefinition<T>): Promise<void>;
  /** Answers the job's id, or `undefined` when one with the same key was there. */
  enqueue<T extends JsonObject>(queue: string, data: T, options?: EnqueueOptions): Promise<string | undefined>;
  /**
   * One job in every interval of `everyMs` (whole seconds) from now on, the first at once, whatever number
   * of processes ask for it. None is added while the one before waits or runs; what was missed while no
   * process ran is not made up for.
   */
  repeat<T extends JsonObject>(queue: string, everyMs: number, data: T): Promise<void>;
  /** Takes the job with this key out of the queue; one that runs is told within seconds, and not tried again. */
  cancel(queue: string, key: string): Promise<void>;
  status(): Promise<QueueStatus[]>;
  /** Jobs that were given up, of one queue or of all, the latest first, 1,000 at most. */
  failed(queue?: string): Promise<FailedJob[]>;
  /** Finishes what is in hand, up to the grace period; the rest is handed back. */
  stop(graceMs?: number): Promise<void>;
}
