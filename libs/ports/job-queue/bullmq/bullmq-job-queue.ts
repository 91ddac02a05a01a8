import { randomUUID } from 'node:crypto';
import type { JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JsonObject } from '#libs/domain/json.js';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { FaultReport, withoutCommand } from '#libs/platform/redis/redis-fault.js';
import { parseRedisUrl, type RedisLocation } from '#libs/platform/redis/redis-location.js';
import { heartbeatMs, usualClaimMs } from '../claim.js';
import type { EnqueueOptions, FailedJob, JobQueue, QueueDefinition, QueueStatus } from '../job-queue.port.js';
import { assertTimeout } from '../max-timeout.js';
import { Repetition } from '../repetition.js';
import { openQueue, type SharedConnection } from './bullmq-queue.js';
import { BullMqWorker } from './bullmq-worker.js';
import { cancelJob } from './cancel-job.js';
import { requireNoEviction } from './eviction-policy.js';
import { listFailed } from './failed-jobs.js';
import { countJobs } from './queue-counts.js';
import { connectToRedis } from './redis-connection.js';
import { RedisFlushDetector } from './redis-flush-detector.js';

export interface BullMqJobQueueOptions extends RedisLocation {
  /** Prefix of all keys in Redis. It is in braces, so that all keys lie in one slot of a cluster. */
  prefix?: string;
  /** Receives faults, each at most twice a minute; the queue goes on by itself. */
  onFault?: (error: Error) => void;
  /**
   * Milliseconds between two polls for jobs that are due; a job that is added here starts at once. 1,000 when
   * omitted.
   */
  pollMs?: number;
  /** Milliseconds that a process that died keeps its jobs; 15,000 when omitted. */
  claimMs?: number;
}

const graceOnStopMs = 20_000;
const repeatedKey = 'repeated';

type Worker = Pick<BullMqWorker<JsonObject>, 'wake' | 'beat' | 'stop'>;

class BullMqJobQueue implements JobQueue {
  private readonly queues = new Map<string, Queue>();
  private readonly workers = new Map<string, Worker>();
  private readonly repetitions: Repetition[] = [];
  private readonly timers: NodeJS.Timeout[];
  private readonly namesKey: string;
  private readonly flushes: RedisFlushDetector;
  private readonly shared: SharedConnection;
  private readonly report: (fault: unknown) => void;
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly client: Redis,
    prefix: string,
    { pollMs, claimMs }: { pollMs: number; claimMs: number },
    tell: (fault: unknown) => void,
    checkPolicy: () => Promise<void>,
  ) {
    this.report = (fault) => {
      if (this.stopped === undefined) tell(fault);
    };
    this.namesKey = `${prefix}:queues`;
    this.shared = { client, prefix, lockMs: claimMs, onFault: this.report };
    this.flushes = new RedisFlushDetector(client, `${prefix}:mark`);
    const poll = () => {
      for (const worker of this.workers.values()) worker.wake();
    };
    this.timers = [setInterval(poll, pollMs), setInterval(() => void this.beat(), heartbeatMs(claimMs))];
    client.on('ready', () => {
      void this.lookAround();
      void checkPolicy().catch(this.report);
    });
  }

  async work<T extends JsonObject>(definition: QueueDefinition<T>): Promise<void> {
    const { name, timeoutMs } = definition;
    assertTimeout(timeoutMs);
    if (this.workers.has(name)) throw new Error(`Queue ${name} is worked on already`);
    this.workers.set(name, new BullMqWorker(this.shared, this.open(name), definition));
  }

  async enqueue<T extends JsonObject>(
    queue: string,
    data: T,
    { key, startAfter }: EnqueueOptions = {},
  ): Promise<string | undefined> {
    const delay = startAfter === undefined ? 0 : Math.max(0, startAfter.getTime() - Date.now());
    const deduplication = key === undefined ? {} : { deduplication: { id: key } };
    return this.add(queue, data, { jobId: randomUUID(), delay, ...deduplication });
  }

  async repeat<T extends JsonObject>(queue: string, everyMs: number, data: T): Promise<void> {
    const everySeconds = everyMs / 1_000;
    if (!Number.isSafeInteger(everySeconds) || everySeconds < 1) {
      throw new RangeError('Jobs are repeated every so many whole seconds');
    }
    this.open(queue);
    // The id of an interval's job outlives the interval: it keeps another from being made.
    const options = { deduplication: { id: repeatedKey }, removeOnComplete: { age: 2 * everySeconds } };
    const askForJob = async () => {
      const [now] = await this.client.time(); // intervals are the same for all processes
      const jobId = `repeated-${everySeconds}-${Math.floor(Number(now) / everySeconds)}`;
      await this.add(queue, data, { ...options, jobId });
    };
    this.repetitions.push(new Repetition(everyMs, askForJob, this.report));
  }

  async cancel(queue: string, key: string): Promise<void> {
    await cancelJob(this.open(queue), key).catch(rejectPlainly);
    await this.workers.get(queue)?.beat();
  }

  async status(): Promise<QueueStatus[]> {
    return Promise.all((await this.all()).map(countJobs)).catch(rejectPlainly);
  }

  async failed(queue?: string): Promise<FailedJob[]> {
    const queues = await this.all();
    return listFailed(queues.filter(({ name }) => queue === undefined || name === queue)).catch(rejectPlainly);
  }

  stop(graceMs = graceOnStopMs): Promise<void> {
    this.stopped ??= this.stopAll(graceMs);
    return this.stopped;
  }

  private async stopAll(graceMs: number): Promise<void> {
    for (const repetition of this.repetitions) repetition.stop();
    await Promise.all([...this.workers.values()].map((worker) => worker.stop(graceMs)));
    for (const timer of this.timers) clearInterval(timer); // the locks are renewed until here
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.client.disconnect();
  }

  /** Queues that any process has opened, by name. */
  private async all(): Promise<Queue[]> {
    const known = await this.client.smembers(this.namesKey).catch(rejectPlainly);
    const names = new Set([...known, ...this.queues.keys()]);
    return [...names].sort().map((name) => this.open(name));
  }

  private open(name: string): Queue {
    if (this.stopped !== undefined) throw new Error('The job queue has stopped');
    const known = this.queues.get(name);
    if (known !== undefined) return known;
    const opened = openQueue(name, this.shared);
    this.queues.set(name, opened);
    void this.tellNames();
    return opened;
  }

  /**
   * Adds a job; returns `undefined` when one with the same key was there. BullMQ's deduplication holds until the job
   * is done or failed.
   */
  private async add(name: string, data: JsonObject, options: JobsOptions & { jobId: string }) {
    const job = await this.open(name).add(name, data, options).catch(rejectPlainly);
    if (job.id !== options.jobId) return undefined;
    if (!options.delay) this.workers.get(name)?.wake();
    return options.jobId;
  }

  private async beat(): Promise<void> {
    await Promise.all([...this.workers.values()].map((worker) => worker.beat()));
    if (this.client.status === 'ready' && this.stopped === undefined) await this.lookAround();
  }

  /** Registers the names of the queues, and asks for the repetitions anew when Redis lost its keys. Never rejects. */
  private async lookAround(): Promise<void> {
    try {
      await this.tellNames();
      if (!(await this.flushes.look())) return;
      this.report(new PlainError('Redis has lost its keys: all jobs are gone, and repetitions begin anew'));
      for (const repetition of this.repetitions) void repetition.askNow();
    } catch (error) {
      this.report(error);
    }
  }

  private async tellNames(): Promise<void> {
    const names = [...this.queues.keys()];
    if (names.length > 0) await this.client.sadd(this.namesKey, names).catch(this.report);
  }
}

const rejectPlainly = (error: unknown): never => {
  throw withoutCommand(error);
};

/** Opens a queue that connects by itself, at once or later: an unavailable Redis is reported as a fault, not thrown. */
export const createBullMqJobQueue = (options: BullMqJobQueueOptions): JobQueue => {
  const { prefix = '{transledger-bullmq}', pollMs = 1_000, claimMs = usualClaimMs, onFault } = options;
  const { report } = new FaultReport((error) => onFault?.(error));
  const { name } = parseRedisUrl(options.url);
  const client = connectToRedis(options);
  client.on('error', report);
  return new BullMqJobQueue(client, prefix, { pollMs, claimMs }, report, () => requireNoEviction(client, name));
};
