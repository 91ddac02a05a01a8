import { createRedisBackend, Queue, type QueueBaseOptions, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JsonObject } from '#libs/domain/json.js';
import type { QueueDefinition } from '../job-queue.port.js';
import { retryDelayAfter } from '../retry-delay.js';
import { keepFailed, maxEvents, maxStalled, stalledCheckMs } from './bullmq-settings.js';

export interface SharedConnection {
  client: Redis;
  prefix: string;
  /** Milliseconds that a job stays with a worker without a heartbeat. */
  lockMs: number;
  onFault: (fault: unknown) => void;
}

/** BullMQ's limit of tries, out of reach: the worker knows how often its job is tried. */
const unlimitedAttempts = 1_000_000_000;

/** BullMQ's value for "when is the next try?" where there is none. */
const noFurtherTry = -1;

/**
 * Options with which commands go out at once, to fail within their timeout where Redis is unavailable. By default
 * BullMQ waits for a connection without limit, and a queue that fails to read the server's version once is of no use
 * for ever.
 */
const connectionOf = ({ client, prefix }: SharedConnection) => ({
  connection: client,
  prefix,
  skipVersionCheck: true,
  skipWaitingForReady: true,
});

/** Keeps a worker on one connection: it is asked for each job and needs no second one to wait on. */
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

/** Opens the BullMQ worker that gives out jobs one by one, and recovers those of dead processes. */
export const openWorker = <T extends JsonObject>(
  { name, ...schedule }: QueueDefinition<T>,
  shared: SharedConnection,
): Worker<T> => {
  const options = {
    ...connectionOf(shared),
    lockDuration: shared.lockMs,
    stalledInterval: stalledCheckMs(shared.lockMs),
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
