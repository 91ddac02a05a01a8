import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { CommandResponse, PgBoss } from 'pg-boss';
import type { JsonObject } from '#libs/event-store/event-store.port.js';
import { inTransaction } from '#libs/postgres/transaction.js';
import type { QueueDefinition } from '../job-queue.port.js';
import { bossDatabase } from './boss-database.js';
import { failedQueueOf } from './boss-settings.js';
import { delayAfter } from './retry-delay.js';

/** What stands in a job of pg-boss: our data, and which try it is. */
export type StoredJob<T extends JsonObject = JsonObject> = { payload: T; attempt: number };

interface FetchedJob<T extends JsonObject> {
  id: string;
  data: StoredJob<T>;
  /** Names the claim: who settles with an older one changes nothing. */
  retryCount: number;
}

/** Waits between tries to write how a job ended; after the last its claim runs out and it is given out again. */
const settleDelays = [100, 400, 1_600, 3_000];

const affectedBy = (response: CommandResponse): number => ('affected' in response ? Number(response.affected) : 0);

/** Fetches jobs of one queue, works on several at a time, and gives each that fails its next try. */
export class QueueWorker<T extends JsonObject> {
  private readonly stopping = new AbortController();
  /** Ends handlers when the time to stop is over. */
  private readonly aborting = new AbortController();
  private readonly active = new Set<Promise<void>>();
  private readonly loop: Promise<void>;
  private woken = Promise.withResolvers<void>();

  constructor(
    private readonly boss: PgBoss,
    private readonly pool: Pool,
    private readonly queue: QueueDefinition<T>,
    private readonly random: () => number,
  ) {
    this.loop = this.fetchUntilStopped();
  }

  /** There may be something to fetch. */
  wake(): void {
    this.woken.resolve();
  }

  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    this.wake();
    const timer = setTimeout(() => this.aborting.abort(new Error('The queue stops')), graceMs);
    await this.loop;
    await Promise.allSettled(this.active);
    clearTimeout(timer);
  }

  private async fetchUntilStopped(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.woken = Promise.withResolvers(); // before fetching, so that nothing added meanwhile is missed
      const room = this.queue.concurrency - this.active.size;
      if (room > 0) for (const job of await this.fetch(room)) this.begin(job);
      if (!this.stopping.signal.aborted) await this.woken.promise;
    }
  }

  private async fetch(batchSize: number): Promise<FetchedJob<T>[]> {
    try {
      return await this.boss.fetch<StoredJob<T>>(this.queue.name, { batchSize });
    } catch {
      return []; // the database is away; who watches for due jobs wakes us when it is back
    }
  }

  private begin(job: FetchedJob<T>): void {
    const done = this.work(job).finally(() => {
      this.active.delete(done);
      this.wake();
    });
    this.active.add(done);
  }

  private async work(job: FetchedJob<T>): Promise<void> {
    const succeeded = await this.handle(job);
    const settle = succeeded ? () => this.complete(job) : () => this.settleFailed(job);
    for (const delay of [...settleDelays, undefined]) {
      try {
        return await settle();
      } catch {
        if (delay !== undefined) await sleep(delay);
      }
    }
  }

  /** Whether it succeeded in time. A handler that goes on after its signal is left behind. */
  private async handle({ id, data: { payload, attempt } }: FetchedJob<T>): Promise<boolean> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new Error('The job took too long')), this.queue.timeoutMs);
    const signal = AbortSignal.any([timeout.signal, this.aborting.signal]);
    const aborted = Promise.withResolvers<false>();
    const giveUp = () => aborted.resolve(false);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    try {
      const handled = this.queue.handle({ id, data: payload, attempt, signal }).then(() => true as const);
      return await Promise.race([handled, aborted.promise]);
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  }

  private async complete({ id, retryCount }: FetchedJob<T>): Promise<void> {
    await this.boss.complete(this.queue.name, { id, retryCount });
  }

  /** In one transaction: broken off in between, nothing has happened and the claim stands. */
  private async settleFailed({ id, retryCount, data }: FetchedJob<T>): Promise<void> {
    const { name } = this.queue;
    const claim = { id, retryCount };
    if (this.aborting.signal.aborted) {
      await this.boss.fail(name, claim); // handed back: the same try again
      return;
    }
    const delay = delayAfter(this.queue, data.attempt, this.random);
    await inTransaction(this.pool, async (client) => {
      const db = bossDatabase(client);
      if (delay === undefined) {
        const ended = await this.boss.complete(name, claim, null, { db });
        if (affectedBy(ended) > 0) await this.boss.send(failedQueueOf(name), data, { db, id });
        return;
      }
      const ended = await this.boss.fail(name, claim, null, { db });
      if (affectedBy(ended) === 0) return;
      const next = { ...data, attempt: data.attempt + 1 };
      await this.boss.update(name, next, { db, id, startAfter: new Date(Date.now() + delay) });
    });
  }
}
