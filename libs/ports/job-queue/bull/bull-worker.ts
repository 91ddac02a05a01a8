import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { JsonObject } from '#libs/domain/json.js';
import type { QueueDefinition } from '../job-queue.port.js';
import { type BullQueue, takeNext } from './bull-queue.js';
import { BullSettlement } from './bull-settlement.js';
import { HeldJob } from './held-job.js';

/** Time to write what was handed back; what is not written is given to others once its lock has run out. */
const handBackWithinMs = 2_000;

/** Takes jobs of one queue, works on several at a time, and keeps their locks. */
export class BullWorker<T extends JsonObject> {
  private readonly stopping = new AbortController();
  private readonly held = new Map<string, HeldJob<T>>();
  private readonly works = new Set<Promise<void>>();
  private readonly settlement: BullSettlement<T>;
  private readonly fetching: Promise<void>;
  private mayHaveUnknown = false;
  private woken = Promise.withResolvers<void>();

  constructor(
    private readonly client: Redis,
    private readonly bull: BullQueue,
    private readonly queue: QueueDefinition<T>,
    private readonly report: (fault: unknown) => void,
  ) {
    this.settlement = new BullSettlement(client, bull, queue);
    client.on('close', this.onClose);
    void bull.updateDelayTimer();
    bull.startMoveUnlockedJobsToWait();
    this.fetching = this.fetchUntilStopped();
  }

  /** There may be something to take. */
  wake(): void {
    this.woken.resolve();
  }

  /** Renews the locks, and gives up what is not ours any more. Never rejects. */
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
  }

  private readonly onClose = () => {
    this.mayHaveUnknown = true;
  };

  private async renew(held: HeldJob<T>): Promise<void> {
    if (!held.isOurs) return held.lose();
    // A server that is away is asked again at the next beat, which may still be in time.
    if (this.client.status === 'ready') await held.renew().catch(() => undefined);
  }

  private async fetchUntilStopped(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.woken = Promise.withResolvers(); // before taking, so that nothing added meanwhile is missed
      while (!signal.aborted && this.works.size < this.queue.concurrency && (await this.takeOne()));
      if (!signal.aborted) await this.woken.promise;
    }
  }

  private async takeOne(): Promise<boolean> {
    const asked = performance.now();
    // What is asked of a server that is away is asked when it is back, by then for nobody.
    if (this.client.status !== 'ready') return false;
    const job = await takeNext<T>(this.bull).catch((error: unknown) => {
      this.mayHaveUnknown = true;
      this.report(error);
    });
    if (job) this.begin(new HeldJob(job, asked));
    if (this.mayHaveUnknown) await this.handBackUnknown();
    return job !== undefined;
  }

  /** After a connection broke: the command that takes a job is sent again, and may have taken one before. */
  private async handBackUnknown(): Promise<void> {
    this.mayHaveUnknown = false;
    await this.settlement.handBackUnknown(this.held.keys()).catch(this.onClose);
  }

  private begin(held: HeldJob<T>): void {
    this.held.get(held.id)?.lose(); // was given out again, to this same process
    this.held.set(held.id, held);
    const work = this.work(held);
    this.works.add(work);
    void work.then(() => {
      this.works.delete(work);
      this.wake();
    });
  }

  private async work(held: HeldJob<T>): Promise<void> {
    const isLate = this.stopping.signal.aborted;
    const outcome = isLate ? 'handed-back' : await held.running.run(this.queue);
    await this.settlement.settle(held, outcome);
    if (this.held.get(held.id) === held) this.held.delete(held.id);
  }
}
