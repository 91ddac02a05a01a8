import type { JsonObject } from '#libs/event-store/event-store.port.js';

export interface Job<T extends JsonObject = JsonObject> {
  id: string;
  data: T;
  /** 1 on the first try. */
  attempt: number;
  signal: AbortSignal;
}

export interface QueueDefinition<T extends JsonObject = JsonObject> {
  name: string;
  concurrency: number;
  /**
   * Waits in milliseconds before the second, third … try; a job whose tries are used up is kept as
   * failed. Each wait is spread by ±`jitter` (a fraction).
   */
  retryDelays: readonly number[];
  jitter?: number;
  /** A try that takes longer is given up and counted as failed. */
  timeoutMs: number;
  handle: (job: Job<T>) => Promise<void>;
}

export interface EnqueueOptions {
  /** Not before this time. */
  startAfter?: Date;
  /** While a job with this key waits or runs in the queue, another is not added. */
  key?: string;
}

export interface QueueStatus {
  queue: string;
  waiting: number;
  delayed: number;
  active: number;
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
  /** One job every `everyMs` from now on, whatever number of processes ask for it. */
  repeat<T extends JsonObject>(queue: string, everyMs: number, data: T): Promise<void>;
  cancel(queue: string, key: string): Promise<void>;
  status(): Promise<QueueStatus[]>;
  /** Finishes what is in hand, up to the grace period; the rest is handed back. */
  stop(graceMs?: number): Promise<void>;
}
