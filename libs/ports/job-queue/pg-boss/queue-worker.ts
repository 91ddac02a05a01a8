import type { CommandResponse, PgBoss } from 'pg-boss';
import type { JsonObject } from '#libs/domain/json.js';
import type { QueueDefinition } from '../job-queue.port.js';
import { RunningJob } from '../running-job.js';
import type { JobSettlement } from './job-settlement.js';
import type { FetchedJob, StoredJob } from './stored-job.js';

/** Ids of the jobs that are still ours: pg-boss returns them, and leaves them out of its types. */
const touchedIn = (response: CommandResponse): Set<unknown> =>
  new Set('settled' in response && Array.isArray(response.settled) ? response.settled : []);

/** Fetches jobs of one queue, works on several at a time, and sends their heartbeats. */
export class QueueWorker<T extends JsonObject> {
  private readonly stopping = new AbortController();
  private readonly running = new Map<RunningJob<T>, { job: FetchedJob<T>; ended: Promise<void> }>();
  private readonly fetching: Promise<void>;
  private readonly heartbeat: NodeJS.Timeout;
  private woken = Promise.withResolvers<void>();

  constructor(
    private readonly boss: PgBoss,
    private readonly queue: QueueDefinition<T>,
    private readonly settlement: JobSettlement<T>,
    /** Receives faults of work that is tried again at the next turn. */
    private readonly onFault: (error: unknown) => void,
    beatMs: number,
  ) {
    this.heartbeat = setInterval(() => void this.beat(), beatMs);
    this.fetching = this.fetchUntilStopped();
  }

  /** Wakes the worker: there may be a job to fetch. */
  wake(): void {
    this.woken.resolve();
  }

  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    this.wake();
    const handBack = () => {
      for (const job of this.running.keys()) job.giveUp('handed-back', 'The worker stops');
    };
    const timer = setTimeout(handBack, graceMs);
    await this.fetching;
    await Promise.all([...this.running.values()].map(({ ended }) => ended));
    clearTimeout(timer);
    clearInterval(this.heartbeat);
  }

  /** Sends the heartbeat of the running jobs, and gives up jobs that are no longer ours. Never rejects. */
  async beat(): Promise<void> {
    const running = [...this.running];
    if (running.length === 0) return;
    const claims = running.map(([, { job }]) => ({ id: job.id, retryCount: job.retryCount }));
    try {
      const ours = touchedIn(await this.boss.touch(this.queue.name, claims));
      for (const [trial, { job }] of running) {
        if (!ours.has(job.id)) trial.giveUp('lost', 'The job was cancelled or taken over');
      }
    } catch (error) {
      this.onFault(error); // the next beat may still be in time
    }
  }

  private async fetchUntilStopped(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.woken = Promise.withResolvers(); // before fetching, so that nothing added meanwhile is missed
      const room = this.queue.concurrency - this.running.size;
      const jobs = room > 0 ? await this.fetch(room) : [];
      if (signal.aborted) await Promise.all(jobs.map((job) => this.settlement.settle(job, 'handed-back')));
      else for (const job of jobs) this.begin(job);
      if (!signal.aborted) await this.woken.promise;
    }
  }

  private async fetch(batchSize: number): Promise<FetchedJob<T>[]> {
    try {
      return await this.boss.fetch<StoredJob<T>>(this.queue.name, { batchSize });
    } catch (error) {
      this.onFault(error);
      return []; // the watch for due jobs wakes us once the database answers
    }
  }

  private begin(job: FetchedJob<T>): void {
    const { id, data } = job;
    const trial = new RunningJob({ id, data: data.payload, attempt: data.attempt });
    this.running.set(trial, { job, ended: this.work(job, trial) });
  }

  private async work(job: FetchedJob<T>, trial: RunningJob<T>): Promise<void> {
    const outcome = await trial.run(this.queue);
    await this.settlement.settle(job, outcome, trial);
    this.running.delete(trial);
    this.wake();
  }
}
