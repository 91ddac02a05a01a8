import type { Job } from 'bullmq';
import type { JsonObject } from '#libs/domain/json.js';
import { RunningJob } from '../running-job.js';

/** A job that this process holds as long as its lock is renewed, by the process's own clock. */
export class HeldJob<T extends JsonObject> {
  readonly id: string;
  readonly running: RunningJob<T>;
  private lockedUntil: number;

  /** `lockedAt` and the times below are those of `performance.now()`: setting the clock changes nothing. */
  constructor(
    readonly job: Job<T>,
    readonly token: string,
    lockedAt: number,
    /** Milliseconds that a lock holds. */
    private readonly lockMs: number,
  ) {
    this.id = String(job.id);
    this.lockedUntil = lockedAt + this.lockMs;
    this.running = new RunningJob({ id: this.id, data: job.data, attempt: job.attemptsMade + 1 });
  }

  /** Whether too many processes that took the job have died: BullMQ leaves it to the next one to fail it. */
  get isDeadly(): boolean {
    return Boolean(this.job.deferredFailure);
  }

  /** Whether the job cannot have been given to another process. */
  get isOurs(): boolean {
    return performance.now() < this.lockedUntil;
  }

  /** Renews the lock. Rejects when Redis is unavailable. */
  async renew(): Promise<void> {
    const asked = performance.now();
    // The lock outlives a cancelled job.
    const [isActive, renewed] = await Promise.all([this.job.isActive(), this.job.extendLock(this.token, this.lockMs)]);
    if (!isActive || renewed === 0) this.lose();
    else if (this.isOurs) this.lockedUntil = asked + this.lockMs;
  }

  lose(): void {
    this.lockedUntil = 0;
    this.running.giveUp('lost', 'The job was cancelled or taken over');
  }
}
