import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { JsonObject } from '#libs/domain/json.js';
import type { PoolAddress } from '#libs/platform/postgres/database-address.js';
import { createPool } from '#libs/platform/postgres/pool.js';
import { FaultReport } from '#libs/platform/redis/redis-fault.js';
import { heartbeatMs, usualClaimMs } from '../claim.js';
import type { EnqueueOptions, FailedJob, JobQueue, QueueDefinition, QueueStatus } from '../job-queue.port.js';
import { assertTimeout } from '../max-timeout.js';
import { Repetition } from '../repetition.js';
import { bossDatabase } from './boss-database.js';
import {
  bossSettings,
  failedQueueOf,
  failedQueueOptions,
  jobOptions,
  keepDoneSeconds,
  queueOptions,
} from './boss-settings.js';
import { DueJobPoller } from './due-job-poller.js';
import { JobRows } from './job-rows.js';
import { JobSettlement } from './job-settlement.js';
import { QueueWorker } from './queue-worker.js';
import type { StoredJob } from './stored-job.js';

export interface PgBossJobQueueOptions extends PoolAddress {
  /** Maximum number of connections; 4 when omitted. */
  poolSize?: number;
  /** Shown in `pg_stat_activity`; `transledger jobs` when omitted. */
  applicationName?: string;
  /** Receives faults of the queue's own work, each at most twice a minute; it goes on by itself. */
  onFault?: (error: unknown) => void;
  /**
   * Milliseconds between two polls for jobs that are due; a job that is added here starts at once. 1,000 when
   * omitted.
   */
  pollMs?: number;
  /** Seconds between two checks for jobs of dead processes, made by one of all processes; 5 when omitted. */
  superviseSeconds?: number;
  /** Milliseconds that a process that died keeps its jobs, 10,000 at least; 15,000 when omitted. */
  claimMs?: number;
}

const graceOnStopMs = 20_000;
const repeatedKey = 'repeated';

type Worker = Pick<QueueWorker<JsonObject>, 'wake' | 'beat' | 'stop'>;

class PgBossJobQueue implements JobQueue {
  private readonly rows: JobRows;
  private readonly watch: DueJobPoller;
  private readonly workers = new Map<string, Worker>();
  private readonly queues = new Map<string, Promise<void>>();
  private readonly repetitions: Repetition[] = [];
  private readonly onFault: (fault: unknown) => void;
  private readonly beatMs: number;
  private readonly jobOptions: ReturnType<typeof jobOptions>;
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly boss: PgBoss,
    private readonly pool: Pool,
    { pollMs, claimMs }: { pollMs: number; claimMs: number },
    tell: (fault: unknown) => void,
  ) {
    this.onFault = (fault) => {
      if (this.stopped === undefined) tell(fault);
    };
    this.beatMs = heartbeatMs(claimMs);
    this.jobOptions = jobOptions(claimMs);
    this.rows = new JobRows(pool);
    this.watch = new DueJobPoller((queues) => this.rows.due(queues), pollMs, this.onFault);
  }

  async work<T extends JsonObject>(queue: QueueDefinition<T>): Promise<void> {
    const { name, timeoutMs } = queue;
    assertTimeout(timeoutMs);
    await this.ensureQueue(name);
    if (this.stopped !== undefined) throw new Error('The job queue has stopped');
    if (this.workers.has(name)) throw new Error(`Queue ${name} is worked on already`);
    const settlement = new JobSettlement(this.boss, this.pool, queue, this.onFault);
    const worker = new QueueWorker(this.boss, queue, settlement, this.onFault, this.beatMs);
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
    const id = await this.boss.send(queue, job, {
      ...this.jobOptions,
      singletonKey: key,
      ...(startAfter && { startAfter }),
    });
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
    const deleteAfterSeconds = Math.max(keepDoneSeconds, 2 * singletonSeconds);
    const options = { ...this.jobOptions, singletonKey: repeatedKey, singletonSeconds, deleteAfterSeconds };
    const askForJob = async () => {
      const id = await this.boss.send(queue, job, options);
      if (id !== null) this.workers.get(queue)?.wake();
    };
    this.repetitions.push(new Repetition(everyMs, askForJob, this.onFault));
  }

  async cancel(queue: string, key: string): Promise<void> {
    await this.rows.remove(queue, key);
    await this.workers.get(queue)?.beat();
  }

  status(): Promise<QueueStatus[]> {
    return this.rows.status();
  }

  failed(queue?: string): Promise<FailedJob[]> {
    return this.rows.failed(queue);
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

  /** Creates the queue; an existing one is not changed. */
  private async makeQueue(name: string): Promise<void> {
    await this.boss.createQueue(failedQueueOf(name), failedQueueOptions);
    await this.boss.createQueue(name, queueOptions(name));
  }
}

/** Starts pg-boss, which brings its tables up to date, on a small pool of its own. */
export const createPgBossJobQueue = async (options: PgBossJobQueueOptions): Promise<JobQueue> => {
  const { connectionString, isPooled = false, poolSize: max = 4, applicationName = 'transledger jobs' } = options;
  const { onFault, pollMs = 1_000, superviseSeconds = 5, claimMs = usualClaimMs } = options;
  // A job is durable before the acknowledgement of the message that it was made from: that waits for the disk.
  const pool = createPool({ connectionString, isPooled, max, applicationName, waitsForDisk: false });
  const boss = new PgBoss({ ...bossSettings(superviseSeconds), db: bossDatabase(pool) });
  const { report } = new FaultReport((error) => onFault?.(error));
  boss.on('error', report);
  try {
    await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false, close: false });
    await pool.end();
    throw error;
  }
  return new PgBossJobQueue(boss, pool, { pollMs, claimMs }, report);
};
