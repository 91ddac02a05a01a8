import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { JsonObject } from '#libs/domain/json.js';
import type { QueueDefinition } from '../job-queue.port.js';
import { retryDelayAfter } from '../retry-delay.js';
import type { Outcome } from '../running-job.js';
import type { BullQueue } from './bull-queue.js';
import {
  completeScript,
  handBackOthersScript,
  handBackScript,
  keepAsFailedScript,
  tryLaterScript,
} from './bull-scripts.js';
import { keepFailed } from './bull-settings.js';
import type { HeldJob } from './held-job.js';

const settleAgainAfterMs = 250;

/** Due times in Bull's set of delayed jobs are milliseconds times this. */
const scorePerMs = 0x1000;

/** Writes how tries at the jobs of one queue ended. Each write is refused to one who no longer has the job. */
export class BullSettlement<T extends JsonObject> {
  constructor(
    private readonly client: Redis,
    private readonly queue: BullQueue,
    private readonly schedule: Pick<QueueDefinition<T>, 'retryDelays' | 'jitter'>,
  ) {}

  /** As long as the job is ours and the connection not given up. Never rejects. */
  async settle(held: HeldJob<T>, outcome: Outcome): Promise<void> {
    while (outcome !== 'lost' && held.isOurs && this.client.status !== 'end') {
      try {
        return await this.write(held, outcome);
      } catch {
        await sleep(settleAgainAfterMs);
      }
    }
  }

  /** Jobs that were taken for us by a command whose answer was lost; not one that is being taken. */
  async handBackUnknown(known: Iterable<string>): Promise<void> {
    await this.client.eval(handBackOthersScript, 1, this.queue.toKey(''), this.queue.token, ...known);
  }

  private async write(held: HeldJob<T>, outcome: Exclude<Outcome, 'lost'>): Promise<void> {
    if (outcome === 'done') return this.run(completeScript, held, keepIdMs(held));
    if (outcome === 'handed-back') return this.run(handBackScript, held);
    const now = Date.now();
    const delay = retryDelayAfter(held.attempt, this.schedule);
    if (delay !== undefined) return this.run(tryLaterScript, held, Math.ceil(now + delay) * scorePerMs);
    const { age, count } = keepFailed;
    return this.run(keepAsFailedScript, held, now, now - age * 1_000, count);
  }

  private async run(script: string, { id }: HeldJob<T>, ...values: number[]): Promise<void> {
    await this.client.eval(script, 1, this.queue.toKey(''), id, this.queue.token, ...values);
  }
}

const keepIdMs = <T extends JsonObject>({ job }: HeldJob<T>): number => {
  const keep = job.opts.removeOnComplete;
  return typeof keep === 'object' ? (keep.age ?? 0) * 1_000 : 0;
};
