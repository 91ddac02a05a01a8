import { setTimeout as sleep } from 'node:timers/promises';
import { UnrecoverableError } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JsonObject } from '#libs/domain/json.js';
import type { Outcome } from '../running-job.js';
import { errorOf } from './failed-jobs.js';
import type { HeldJob } from './held-job.js';
import { isRefusedMove } from './refused-move.js';

const settleAgainAfterMs = 250;

/** Writes the outcome of a try. Redis refuses each write of a worker that no longer has the job. */
export class BullMqSettlement<T extends JsonObject> {
  constructor(
    private readonly client: Redis,
    /** Receives faults of outcomes that could not be written. */
    private readonly onFault: (fault: unknown) => void,
  ) {}

  /** Writes the outcome while the job is ours and the connection not given up. Never rejects. */
  async settle(held: HeldJob<T>, outcome: Outcome): Promise<void> {
    while (outcome !== 'lost' && held.isOurs && this.client.status !== 'end') {
      try {
        return await this.write(held, outcome);
      } catch (error) {
        if (isRefusedMove(error)) return;
        this.onFault(error);
        await sleep(settleAgainAfterMs);
      }
    }
  }

  private async write({ job, token, isDeadly, running }: HeldJob<T>, outcome: Exclude<Outcome, 'lost'>): Promise<void> {
    if (outcome === 'done') await job.moveToCompleted(null, token, false);
    else if (outcome === 'handed-back') await job.moveToWait(token);
    else if (outcome === 'put-off') await job.moveToDelayed(Date.now() + running.waitMs, token);
    else if (isDeadly) await job.moveToFailed(new UnrecoverableError(job.deferredFailure), token);
    else await job.moveToFailed(errorOf(running.failure), token);
  }
}
