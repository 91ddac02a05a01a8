import type { Pool } from 'pg';
import type { FailedJob, QueueStatus } from '../job-queue.port.js';
import { schema } from './boss-settings.js';
import type { StoredJob } from './stored-job.js';

const maxFailed = 1_000;

interface FailedRow {
  queue: string;
  id: string;
  data: StoredJob;
  failed_at: Date;
}

/** Statements on the tables of pg-boss that it has no call for. Waiting jobs have a state before `active`. */
export class JobRows {
  constructor(private readonly pool: Pool) {}

  /**
   * Reads which of the queues have a job that is due. It is one statement for all: an idle process asks each second.
   */
  async due(queues: readonly string[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ name: string }>(
      `select watched.name from unnest($1::text[]) watched (name)
       where exists (
         select from ${schema}.job j
         where j.name = watched.name and j.state < 'active' and not j.blocked and j.start_after <= now()
       )`,
      [queues],
    );
    return rows.map(({ name }) => name);
  }

  async remove(queue: string, key: string): Promise<void> {
    await this.pool.query(`delete from ${schema}.job where name = $1 and singleton_key = $2 and state <= 'active'`, [
      queue,
      key,
    ]);
  }

  /** Reads the status of every queue, also of one without jobs. */
  async status(): Promise<QueueStatus[]> {
    const { rows } = await this.pool.query<QueueStatus>(
      `with counted as (
         select name,
                count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
                count(*) filter (where state < 'active' and start_after > now())::int as delayed,
                count(*) filter (where state = 'active')::int as active
         from ${schema}.job group by name
       )
       select q.name as queue, coalesce(c.waiting, 0) as waiting, coalesce(c.delayed, 0) as delayed,
              coalesce(c.active, 0) as active, coalesce(f.waiting, 0) as failed
       from ${schema}.queue q
       left join counted c on c.name = q.name
       left join counted f on f.name = q.dead_letter
       where q.dead_letter is not null
       order by q.name`,
    );
    return rows;
  }

  /**
   * Lists the jobs that were given up, the latest first. pg-boss adds those that no process survived, without a
   * failure of ours.
   */
  async failed(queue: string | undefined): Promise<FailedJob[]> {
    const { rows } = await this.pool.query<FailedRow>(
      `select q.name as queue, j.id, j.data, j.created_on as failed_at
       from ${schema}.queue q join ${schema}.job j on j.name = q.dead_letter
       where $1::text is null or q.name = $1
       order by j.created_on desc, j.id limit ${maxFailed}`,
      [queue ?? null],
    );
    return rows.map(({ data: { attempt, failure }, failed_at, ...row }) => ({
      ...row,
      attempts: attempt,
      failedAt: failed_at.toISOString(),
      failure,
    }));
  }
}
