import { createRedisBackend, Queue, type QueueBaseOptions, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JsonObject } from '#libs/domain/json.js';
import type { QueueDefinition } from '../job-queue.port.js';
import { retryDelayAfter } from '../retry-delay.js';
import { keepFailed, lockMs, maxEvents, maxStalled, stalledCheckMs } from './bullmq-settings.js';

export interface SharedConnection {
  client: Redis;
  prefix: string;
  onFault: (fault: unknown) => void;
}

/** How often a job is tried is known to who works on it. */
const unlimitedAttempts = 1_000_000_000;

/** BullMQ's answer to "when is the next try?" where there is none. */
const noFurtherTry = -1;

/**
 * Commands go out at once, to fail in their time where Redis is away. By default BullMQ waits for a connection without
 * limit, and a queue whose look at the server's version fails once is of no use for ever.
 */
const connectionOf = ({ client, prefix }: SharedConnection) => ({
  connection: client,
  prefix,
  skipVersionCheck: true,
  skipWaitingForReady: true,
});

/** A worker that is asked for each job needs no second connection to wait on. */
const onOneConnection = (name: string, options: QueueBaseOptions) => createRedisBackend(name, options);

export const openQueue = (name: string, shared: SharedConnection): Queue => {
  const queue = new Queue(name, {
    ...connectionOf(shared),
    streams: { events: { maxLen: maxEvents } },
    defaultJobOptions: { attempts: unlimitedAttempts, backoff: { type: 'schedule' }, stackTraceLimit: 0 },
  });
  queue.on('error', shared.onFault);
  return queue;
};

/** Gives out jobs one by one, and looks after those of dead processes. */
export const openWorker = <T extends JsonObject>(
  { name, ...schedule }: QueueDefinition<T>,
  shared: SharedConnection,
): Worker<T> => {
  const options = {
    ...connectionOf(shared),
    lockDuration: lockMs,
    stalledInterval: stalledCheckMs,
    maxStalledCount: maxStalled,
    removeOnComplete: { count: 0 },
    removeOnFail: keepFailed,
    settings: {
      backoffStrategy: (attempt: number) => Math.ceil(retryDelayAfter(attempt, schedule) ?? noFurtherTry),
    },
  };
  const worker = new Worker<T>(name, null, options, onOneConnection);
  worker.on('error', shared.onFault);
  void worker.startStalledCheckTimer();
  return worker;
};
