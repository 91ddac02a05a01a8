import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JsonObject } from '#libs/domain/json.js';
import type { QueueDefinition } from '../job-queue.port.js';
import type { Outcome } from '../running-job.js';
import { openWorker, type SharedConnection } from './bullmq-queue.js';
import { BullMqSettlement } from './bullmq-settlement.js';
import { HeldJob } from './held-job.js';
import { handBackUnknown } from './unknown-jobs.js';

/**
 * Milliseconds to write which jobs are handed back; a job that is not written is given to others once its lock has
 * expired.
 */
const handBackWithinMs = 2_000;

/** Takes jobs of one queue, works on several at a time, and keeps their locks. */
export class BullMqWorker<T extends JsonObject> {
  private readonly stopping = new AbortController();
  private readonly held = new Map<string, HeldJob<T>>();
  private readonly works = new Set<Promise<void>>();
  private readonly client: Redis;
  private readonly worker: Worker<T>;
  /** The lock of each job that is taken here. */
  private readonly token = randomUUID();
  private readonly settlement: BullMqSettlement<T>;
  private readonly fetching: Promise<void>;
  private mayHaveUnknown = false;
  private woken = Promise.withResolvers<void>();

  constructor(
    private readonly shared: SharedConnection,
    private readonly queue: Queue,
    private readonly definition: QueueDefinition<T>,
  ) {
    this.client = shared.client;
    this.worker = openWorker(definition, shared);
    this.settlement = new BullMqSettlement(this.client, shared.onFault);
    this.client.on('close', this.onClose);
    this.fetching = this.fetchUntilStopped();
  }

  /** Wakes the worker: there may be a job to take. */
  wake(): void {
    this.woken.resolve();
  }

  /** Renews the locks, and gives up jobs that are no longer ours. Never rejects. */
  async beat(): Promise<void> {
    await Promise.all([...this.held.values()].map((held) => this.renew(held)));
  }

  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    this.wake();
    const ended = this.fetching.then(() => Promise.all(this.works));
    const waiting = new AbortController();
    const handBack = async () => {
      await sleep(graceMs, undefined, { signal: waiting.signal });
      for (const { running } of this.held.values()) running.giveUp('handed-back', 'The worker stops');
      await sleep(handBackWithinMs, undefined, { signal: waiting.signal });
    };
    await Promise.race([ended, handBack().catch(() => undefined)]);
    waiting.abort();
    this.client.off('close', this.onClose);
    await this.worker.close(true);
  }

  private readonly onClose = () => {
    this.mayHaveUnknown = true;
  };

  private async renew(held: HeldJob<T>): Promise<void> {
    if (!held.isOurs) return held.lose();
    // A server that is unavailable is asked again at the next beat, which may still be in time.
    if (this.client.status === 'ready') await held.renew().catch(this.shared.onFault);
  }

  private async fetchUntilStopped(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.woken = Promise.withResolvers(); // before taking, so that nothing added meanwhile is missed
      while (!signal.aborted && this.works.size < this.definition.concurrency && (await this.takeOne()));
      if (!signal.aborted) await this.woken.promise;
    }
  }

  private async takeOne(): Promise<boolean> {
    const asked = performance.now();
    // A command to a server that is unavailable would run when it is back, by then for nobody.
    if (this.client.status !== 'ready') return false;
    const job = await this.worker.getNextJob(this.token, { block: false }).catch((error: unknown) => {
      this.mayHaveUnknown = true;
      this.shared.onFault(error);
    });
    if (job) this.begin(new HeldJob(job, this.token, asked, this.shared.lockMs));
    if (this.mayHaveUnknown) await this.handBackUnknown();
    return job !== undefined;
  }

  /**
   * Hands back unknown jobs after a connection broke: the command that takes a job is sent again, and may have taken
   * one before.
   */
  private async handBackUnknown(): Promise<void> {
    this.mayHaveUnknown = false;
    await handBackUnknown(this.queue, this.worker, { token: this.token, lockMs: this.shared.lockMs }, this.held).catch(
      (error: unknown) => {
        this.mayHaveUnknown = true;
        this.shared.onFault(error);
      },
    );
  }

  private begin(held: HeldJob<T>): void {
    this.held.get(held.id)?.lose(); // the job was given out again, to this same process
    this.held.set(held.id, held);
    const work = this.work(held);
    this.works.add(work);
    void work.then(() => {
      this.works.delete(work);
      this.wake();
    });
  }

  private async work(held: HeldJob<T>): Promise<void> {
    await this.settlement.settle(held, await this.outcomeOf(held));
    if (this.held.get(held.id) === held) this.held.delete(held.id);
  }
  private async outcomeOf(held: HeldJob<T>): Promise<Outcome> {
    if (this.stopping.signal.aborted) return 'handed-back';
    return held.isDeadly ? 'failed' : held.running.run(this.definition);
  }
}
