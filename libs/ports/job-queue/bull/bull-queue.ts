import Bull from 'bull';
import type { Redis } from 'ioredis';
import type { JsonObject } from '#libs/domain/json.js';
import { lockMs, maxStalled, stalledCheckMs } from './bull-settings.js';

/**
 * What we use of Bull 4.16 beyond its types. Its own loops take jobs with a blocking pop, whose job is left
 * without a lock where the connection breaks, and count a try in Redis also for a worker that lost the job; so
 * jobs are taken and settled one by one, and of the loops only the two that look after the queue are started.
 */
interface BullInternals {
  /** Whether the next job is waited for by a blocking pop instead of being taken, with its lock, by one script. */
  drained: boolean;
  /** In the lock of each job that this queue object takes. */
  token: string;
  /** Moves what is due into the line, now and, until the queue is closed, again and again. Never rejects. */
  updateDelayTimer(): Promise<void>;
  /** Moves jobs of dead processes into the line, likewise. */
  startMoveUnlockedJobsToWait(): void;
}

export type BullQueue<T extends JsonObject = JsonObject> = Bull.Queue<T> & BullInternals;

export interface BullQueueOptions {
  prefix: string;
  pollMs: number;
  onFault: (error: Error) => void;
}

/** All queues share one connection: none of their commands blocks. */
export const openBullQueue = (
  name: string,
  client: Redis,
  { prefix, pollMs, onFault }: BullQueueOptions,
): BullQueue => {
  const settings = {
    lockDuration: lockMs,
    stalledInterval: stalledCheckMs,
    maxStalledCount: maxStalled,
    guardInterval: pollMs,
  };
  const queue = new Bull<JsonObject>(name, { prefix, createClient: () => client, settings }) as BullQueue;
  queue.on('error', onFault);
  return queue;
};

/** The next job that is due, locked for this queue object. */
export const takeNext = async <T extends JsonObject>(queue: BullQueue): Promise<Bull.Job<T> | undefined> => {
  queue.drained = false;
  const job = await queue.getNextJob();
  return job ? (job as Bull.Job<T>) : undefined;
};
