import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import type { JsonObject } from '#libs/event-store/event-store.port.js';
import { inTransaction } from '#libs/postgres/transaction.js';
import type { QueueDefinition } from '../job-queue.port.js';
import { bossDatabase } from './boss-database.js';

/** What stands in a job of pg-boss: our data, and which try it is. */
export type StoredJob<T extends JsonObject = JsonObject> = { payload: T; attempt: number; key: string };

export const failedQueueOf = (queue: string): string => `${queue}.failed`;

const pollMs = 1_000;

interface FetchedJob<T extends JsonObject> {
  id: string;
  data: StoredJob<T>;
}

/** Fetches jobs of one queue, works on several at a time, and gives each that fails its next try. */
export class QueueWorker<T extends JsonObject> {
  private readonly stopping = new AbortController();
  /** Ends handlers whose time is over. */
  private readonly aborting = new AbortController();
  private readonly active = new Set<Promise<void>>();
  private readonly polling: Promise<void>;
  private wake: (() => void) | undefined;

  constructor(
    private readonly boss: PgBoss,
    private readonly pool: Pool,
    private readonly queue: QueueDefinition<T>,
    private readonly random: () => number = Math.random,
  ) {
    this.polling = this.poll();
  }

  /** Looks at the queue now instead of at the next turn. */
  hurry(): void {
    this.wake?.();
  }

  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    this.wake?.();
    const timer = setTimeout(() => this.aborting.abort(), graceMs);
    await this.polling;
    await Promise.allSettled(this.active);
    clearTimeout(timer);
  }

  private async poll(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const room = this.queue.concurrency - this.active.size;
      const jobs = room > 0 ? await this.fetch(room) : [];
      for (const job of jobs) this.begin(job);
      if (jobs.length > 0 && jobs.length === room) continue;
      await this.pause();
    }
  }

  /** Until the next turn, a job has ended, or somebody hurries. */
  private async pause(): Promise<void> {
    const woken = new AbortController();
    this.wake = () => woken.abort();
    if (this.stopping.signal.aborted) return;
    await sleep(pollMs, undefined, { signal: woken.signal }).catch(() => undefined);
  }

  private async fetch(batchSize: number): Promise<FetchedJob<T>[]> {
    try {
      return await this.boss.fetch<StoredJob<T>>(this.queue.name, { batchSize });
    } catch {
      // The database is away; the next turn asks again.
      return [];
    }
  }

  private begin(job: FetchedJob<T>): void {
    const done = this.work(job).finally(() => {
      this.active.delete(done);
      this.wake?.();
    });
    this.active.add(done);
    // What could not be settled is given out again when its time is over.
    done.catch(() => undefined);
  }

  private async work({ id, data }: FetchedJob<T>): Promise<void> {
    const { name, handle, timeoutMs } = this.queue;
    const { payload, attempt } = data;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeout, this.aborting.signal]);
    try {
      await Promise.race([handle({ id, data: payload, attempt, signal }), rejectOn(signal)]);
    } catch {
      await this.settleFailed(id, data);
      return;
    }
    await this.boss.complete(name, id);
  }

  /** Ends this try and makes the next, in one transaction: broken off in between, neither has happened. */
  private async settleFailed(id: string, { payload, attempt, key }: StoredJob<T>): Promise<void> {
    const { name, retryDelays, jitter = 0 } = this.queue;
    const handedBack = this.aborting.signal.aborted;
    const delay = handedBack ? 0 : retryDelays[attempt - 1];
    await inTransaction(this.pool, async (client) => {
      const db = bossDatabase(client);
      await this.boss.complete(name, id, null, { db });
      const next: StoredJob<T> = { payload, attempt: handedBack ? attempt : attempt + 1, key };
      if (delay === undefined) {
        await this.boss.send(failedQueueOf(name), next, { db });
        return;
      }
      const spread = delay * (1 + jitter * (this.random() * 2 - 1));
      await this.boss.send(name, next, { db, singletonKey: key, startAfter: new Date(Date.now() + spread) });
    });
  }
}

const rejectOn = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
