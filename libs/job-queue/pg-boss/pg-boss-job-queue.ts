import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { JsonObject } from '#libs/event-store/event-store.port.js';
import { createPool } from '#libs/postgres/pool.js';
import type { EnqueueOptions, JobQueue, QueueDefinition, QueueStatus } from '../job-queue.port.js';
import { bossDatabase } from './boss-database.js';
import { failedQueueOf, QueueWorker, type StoredJob } from './queue-worker.js';

export interface PgBossJobQueueOptions {
  connectionString: string;
  /** Most connections. */
  poolSize?: number;
  /** Told of faults of the maintenance; it goes on by itself. */
  onFault?: (error: unknown) => void;
}

const schema = 'job_queue';
/** A job may be delayed for as long as anything here is: pg-boss drops what waits longer than this. */
const keepWaitingSeconds = 400 * 24 * 60 * 60;
const keepEndedSeconds = 24 * 60 * 60;
/** Tries after a process died with the job in hand; those after a failure are counted by us. */
const triesAfterCrashes = 1_000;
const expirySlackSeconds = 5;
const monitorEverySeconds = 5;
const graceOnStopMs = 20_000;

/** Repeated jobs are made by whoever sees that the slot of the interval has none yet. */
interface Repetition {
  timer: NodeJS.Timeout;
}

class PgBossJobQueue implements JobQueue {
  private readonly workers = new Map<string, { stop(graceMs: number): Promise<void>; hurry(): void }>();
  private readonly queues = new Map<string, Promise<void>>();
  private readonly repetitions: Repetition[] = [];

  constructor(
    private readonly boss: PgBoss,
    private readonly pool: Pool,
  ) {}

  async work<T extends JsonObject>(queue: QueueDefinition<T>): Promise<void> {
    const expireInSeconds = Math.ceil(queue.timeoutMs / 1000) + expirySlackSeconds;
    await this.ensureQueue(queue.name);
    await this.boss.updateQueue(queue.name, { expireInSeconds });
    this.workers.set(queue.name, new QueueWorker(this.boss, this.pool, queue));
  }

  async enqueue<T extends JsonObject>(
    queue: string,
    data: T,
    options: EnqueueOptions = {},
  ): Promise<string | undefined> {
    await this.ensureQueue(queue);
    const key = options.key ?? randomUUID();
    const job: StoredJob<T> = { payload: data, attempt: 1, key };
    const startAfter = options.startAfter === undefined ? {} : { startAfter: options.startAfter };
    const id = await this.boss.send(queue, job, { singletonKey: key, ...startAfter });
    if (id !== null && options.startAfter === undefined) this.workers.get(queue)?.hurry();
    return id ?? undefined;
  }

  async repeat<T extends JsonObject>(queue: string, everyMs: number, data: T): Promise<void> {
    await this.ensureQueue(queue);
    const enqueue = () => void this.enqueueSlot(queue, everyMs, data).catch(() => undefined);
    enqueue();
    const timer = setInterval(enqueue, everyMs);
    timer.unref();
    this.repetitions.push({ timer });
  }

  async cancel(queue: string, key: string): Promise<void> {
    await this.ensureQueue(queue);
    const jobs = await this.boss.findJobs(queue, { key, queued: true });
    if (jobs.length > 0)
      await this.boss.deleteJob(
        queue,
        jobs.map(({ id }) => id),
      );
  }

  async status(): Promise<QueueStatus[]> {
    const { rows } = await this.pool.query<QueueStatus>(
      `select regexp_replace(name, '\\.failed$', '') as queue,
              count(*) filter (where not name like '%.failed' and state in ('created', 'retry') and start_after <= now())::int as waiting,
              count(*) filter (where not name like '%.failed' and state in ('created', 'retry') and start_after > now())::int as delayed,
              count(*) filter (where not name like '%.failed' and state = 'active')::int as active,
              count(*) filter (where name like '%.failed' and state = 'created')::int as failed
         from ${schema}.job group by 1 order by 1`,
    );
    return rows;
  }

  async stop(graceMs = graceOnStopMs): Promise<void> {
    for (const { timer } of this.repetitions) clearInterval(timer);
    await Promise.all([...this.workers.values()].map((worker) => worker.stop(graceMs)));
    await this.boss.stop({ graceful: false, close: false });
    await this.pool.end();
  }

  /** The start of the interval names the job: pg-boss keeps one for each slot of `singletonSeconds`, ended or not. */
  private async enqueueSlot<T extends JsonObject>(queue: string, everyMs: number, data: T): Promise<void> {
    const job: StoredJob<T> = { payload: data, attempt: 1, key: 'repeated' };
    await this.boss.send(queue, job, { singletonKey: 'repeated', singletonSeconds: Math.max(1, everyMs / 1000) });
  }

  private ensureQueue(name: string): Promise<void> {
    const known = this.queues.get(name);
    if (known !== undefined) return known;
    const made = this.makeQueue(name);
    this.queues.set(name, made);
    made.catch(() => this.queues.delete(name));
    return made;
  }

  private async makeQueue(name: string): Promise<void> {
    const retention = { retentionSeconds: keepWaitingSeconds, deleteAfterSeconds: keepEndedSeconds };
    await this.boss.createQueue(name, { policy: 'exclusive', retryLimit: triesAfterCrashes, ...retention });
    await this.boss.createQueue(failedQueueOf(name), { policy: 'standard', ...retention });
  }
}

const bossOn = (pool: Pool, onFault: ((error: unknown) => void) | undefined, supervise: boolean): PgBoss => {
  const boss = new PgBoss({
    db: bossDatabase(pool),
    schema,
    schedule: false,
    supervise,
    monitorIntervalSeconds: monitorEverySeconds,
  });
  boss.on('error', (error) => onFault?.(error));
  return boss;
};

/** Starts pg-boss, which brings its tables up to date, on a small pool of its own. */
export const createPgBossJobQueue = async (options: PgBossJobQueueOptions): Promise<JobQueue> => {
  const { connectionString, poolSize: max = 4, onFault } = options;
  const pool = createPool({ connectionString, max, applicationName: 'transledger job queue' });
  const boss = bossOn(pool, onFault, true);
  try {
    await boss.start();
  } catch (error) {
    await pool.end();
    throw error;
  }
  return new PgBossJobQueue(boss, pool);
};
