import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { JsonObject } from '#libs/event-store/event-store.port.js';
import { createPool } from '#libs/postgres/pool.js';
import type { EnqueueOptions, JobQueue, QueueDefinition, QueueStatus } from '../job-queue.port.js';
import { bossDatabase } from './boss-database.js';
import {
  bossSettings,
  expirySlackSeconds,
  failedQueueOf,
  failedQueueOptions,
  keepEndedSeconds,
  queueOptions,
} from './boss-settings.js';
import { DueWatch } from './due-watch.js';
import { JobRows } from './job-rows.js';
import { QueueWorker, type StoredJob } from './queue-worker.js';
import { Repetition } from './repetition.js';

export interface PgBossJobQueueOptions {
  connectionString: string;
  /** Most connections. */
  poolSize?: number;
  /** Told of faults of the maintenance; it goes on by itself. */
  onFault?: (error: unknown) => void;
  /** In [0, 1): where in its jitter a wait falls. */
  random?: () => number;
}

const graceOnStopMs = 20_000;
const repeatedKey = 'repeated';

interface Worker {
  wake(): void;
  stop(graceMs: number): Promise<void>;
}

class PgBossJobQueue implements JobQueue {
  private readonly rows: JobRows;
  private readonly watch: DueWatch;
  private readonly workers = new Map<string, Worker>();
  private readonly queues = new Map<string, Promise<void>>();
  private readonly repetitions: Repetition[] = [];
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly boss: PgBoss,
    private readonly pool: Pool,
    private readonly random: () => number,
  ) {
    this.rows = new JobRows(pool);
    this.watch = new DueWatch((queues) => this.rows.due(queues));
  }

  async work<T extends JsonObject>(queue: QueueDefinition<T>): Promise<void> {
    const { name, timeoutMs } = queue;
    const expireInSeconds = Math.ceil(timeoutMs / 1_000) + expirySlackSeconds;
    await this.ensureQueue(name);
    await this.boss.updateQueue(name, { ...queueOptions(name), expireInSeconds });
    await this.rows.adoptExpiry(name, expireInSeconds);
    if (this.stopped !== undefined) throw new Error('The job queue has stopped');
    if (this.workers.has(name)) throw new Error(`Queue ${name} is worked on already`);
    const worker = new QueueWorker(this.boss, this.pool, queue, this.random);
    this.workers.set(name, worker);
    this.watch.add(name, worker);
  }

  async enqueue<T extends JsonObject>(
    queue: string,
    data: T,
    { key = randomUUID(), startAfter }: EnqueueOptions = {},
  ): Promise<string | undefined> {
    await this.ensureQueue(queue);
    const job: StoredJob<T> = { payload: data, attempt: 1 };
    const id = await this.boss.send(queue, job, { singletonKey: key, ...(startAfter && { startAfter }) });
    if (id === null) return undefined;
    if (startAfter === undefined) this.workers.get(queue)?.wake();
    return id;
  }

  async repeat<T extends JsonObject>(queue: string, everyMs: number, data: T): Promise<void> {
    const singletonSeconds = everyMs / 1_000;
    if (!Number.isSafeInteger(singletonSeconds) || singletonSeconds < 1) {
      throw new RangeError('Jobs are repeated every so many whole seconds');
    }
    await this.ensureQueue(queue);
    const job: StoredJob<T> = { payload: data, attempt: 1 };
    // The ended job of a slot must outlive the slot: it keeps the next from being made.
    const deleteAfterSeconds = Math.max(keepEndedSeconds, 2 * singletonSeconds);
    const options = { singletonKey: repeatedKey, singletonSeconds, deleteAfterSeconds };
    const askForJob = async () => {
      const id = await this.boss.send(queue, job, options);
      if (id !== null) this.workers.get(queue)?.wake();
    };
    this.repetitions.push(new Repetition(everyMs, askForJob));
  }

  async cancel(queue: string, key: string): Promise<void> {
    await this.rows.removeWaiting(queue, key);
  }

  status(): Promise<QueueStatus[]> {
    return this.rows.status();
  }

  stop(graceMs = graceOnStopMs): Promise<void> {
    this.stopped ??= this.stopAll(graceMs);
    return this.stopped;
  }

  private async stopAll(graceMs: number): Promise<void> {
    for (const repetition of this.repetitions) repetition.stop();
    await this.watch.stop();
    await Promise.all([...this.workers.values()].map((worker) => worker.stop(graceMs)));
    await this.boss.stop({ graceful: false, close: false });
    await this.pool.end();
  }

  private ensureQueue(name: string): Promise<void> {
    const known = this.queues.get(name);
    if (known !== undefined) return known;
    const made = this.makeQueue(name);
    this.queues.set(name, made);
    made.catch(() => this.queues.delete(name));
    return made;
  }

  /** `exclusive`: one job of a key waits or runs. Where the queue is there, nothing is changed. */
  private async makeQueue(name: string): Promise<void> {
    await this.boss.createQueue(failedQueueOf(name), failedQueueOptions);
    await this.boss.createQueue(name, { policy: 'exclusive', ...queueOptions(name) });
  }
}

/** Starts pg-boss, which brings its tables up to date, on a small pool of its own. */
export const createPgBossJobQueue = async (options: PgBossJobQueueOptions): Promise<JobQueue> => {
  const { connectionString, poolSize: max = 4, onFault, random = Math.random } = options;
  const pool = createPool({ connectionString, max, applicationName: 'transledger job queue' });
  const boss = new PgBoss({ ...bossSettings, db: bossDatabase(pool) });
  boss.on('error', (error) => onFault?.(error));
  try {
    await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false, close: false });
    await pool.end();
    throw error;
  }
  return new PgBossJobQueue(boss, pool, random);
};
