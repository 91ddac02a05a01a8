import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { CommandResponse, PgBoss } from 'pg-boss';
import type { JsonObject } from '#libs/domain/json.js';
import { NextFlight } from '#libs/platform/async/next-flight.js';
import { inTransaction } from '#libs/platform/postgres/transaction.js';
import type { QueueDefinition } from '../job-queue.port.js';
import { retryDelayAfter } from '../retry-delay.js';
import type { Outcome, RunningJob } from '../running-job.js';
import { bossDatabase } from './boss-database.js';
import { failedQueueOf } from './boss-settings.js';
import type { FetchedJob, StoredJob } from './stored-job.js';

/**
 * Milliseconds before each repeated write of an outcome. After the last the job's heartbeat stops, and it is given to
 * another worker.
 */
const settleAgainAfter = [100, 400, 1_600, 5_000];

/** Facts of a try that its outcome needs. */
type Trial = Pick<RunningJob<JsonObject>, 'failure' | 'waitMs'>;

/** Whether the command changed a row: pg-boss returns the number, and leaves it out of its types. */
const hasChanged = (response: CommandResponse): boolean => 'affected' in response && Number(response.affected) > 0;

/**
 * Writes the outcomes of tries at the jobs of one queue. The database refuses each write of a worker that no longer
 * has the job.
 */
export class JobSettlement<T extends JsonObject> {
  private done: FetchedJob<T>[] = [];
  /** Jobs that are done while others are written down go together, in one statement. */
  private readonly completing = new NextFlight(async () => {
    const done = this.done;
    this.done = [];
    await this.boss.complete(this.queue.name, done);
  });

  constructor(
    private readonly boss: PgBoss,
    private readonly pool: Pool,
    private readonly queue: QueueDefinition<T>,
    /** Receives faults of outcomes that could not be written. */
    private readonly onFault: (error: unknown) => void,
  ) {}

  /** Writes the outcome, and keeps the failure with the job. Never rejects. */
  async settle(job: FetchedJob<T>, outcome: Outcome, trial?: Trial): Promise<void> {
    for (const wait of [...settleAgainAfter, undefined]) {
      try {
        return await this.write(job, outcome, trial);
      } catch (error) {
        this.onFault(error);
        if (wait !== undefined) await sleep(wait);
      }
    }
  }

  private async write(job: FetchedJob<T>, outcome: Outcome, trial: Trial | undefined): Promise<void> {
    const { name } = this.queue;
    if (outcome === 'lost') return;
    if (outcome === 'done') await this.complete(job);
    else if (outcome === 'handed-back') await this.boss.fail(name, job);
    else if (outcome === 'put-off') await this.schedule(job, job.data, trial?.waitMs ?? 0);
    else {
      const { failure } = trial ?? {};
      const delay = retryDelayAfter(job.data.attempt, this.queue);
      const failed = { ...job, data: { ...job.data, ...(failure && { failure }) } };
      if (delay === undefined) await this.keepAsFailed(failed);
      else await this.schedule(job, { ...failed.data, attempt: job.data.attempt + 1 }, delay);
    }
  }

  private complete(job: FetchedJob<T>): Promise<void> {
    this.done.push(job);
    return this.completing.run();
  }

  private async keepAsFailed({ id, retryCount, data }: FetchedJob<T>): Promise<void> {
    const { name } = this.queue;
    await inTransaction(this.pool, async (client) => {
      const db = bossDatabase(client);
      const ended = await this.boss.complete(name, { id, retryCount }, null, { db });
      if (hasChanged(ended)) await this.boss.send(failedQueueOf(name), data, { db, id });
    });
  }

  /** Schedules the next try. The job stays the same row all the time, so its key is never free in between. */
  private async schedule({ id, retryCount }: FetchedJob<T>, next: StoredJob<T>, delay: number): Promise<void> {
    const { name } = this.queue;
    await inTransaction(this.pool, async (client) => {
      const db = bossDatabase(client);
      const ended = await this.boss.fail(name, { id, retryCount }, null, { db });
      if (!hasChanged(ended)) return;
      await this.boss.update(name, next, { db, id, startAfter: new Date(Date.now() + delay) });
    });
  }
}
