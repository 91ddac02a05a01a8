import type { Job } from 'bullmq';
import type { JsonObject } from '#libs/domain/json.js';
import { RunningJob } from '../running-job.js';
import { lockMs } from './bullmq-settings.js';

/** A job in the hands of this process, as long as its lock is renewed; by the process's own clock. */
export class HeldJob<T extends JsonObject> {
  readonly id: string;
  readonly running: RunningJob<T>;
  private lockedUntil: number;

  /** `lockedAt` and the times below are those of `performance.now()`: setting the clock changes nothing. */
  constructor(
    readonly job: Job<T>,
    readonly token: string,
    lockedAt: number,
  ) {
    this.id = String(job.id);
    this.lockedUntil = lockedAt + lockMs;
    this.running = new RunningJob({ id: this.id, data: job.data, attempt: job.attemptsMade + 1 });
  }

  /** No process that took it has survived: BullMQ leaves it to the next one to say so. */
  get isDeadly(): boolean {
    return Boolean(this.job.deferredFailure);
  }

  /** Whether nobody else can have been given it. */
  get isOurs(): boolean {
    return performance.now() < this.lockedUntil;
  }

  /** Rejects when Redis is away. */
  async renew(): Promise<void> {
    const asked = performance.now();
    // The lock outlives a job that was cancelled.
    const [isActive, renewed] = await Promise.all([this.job.isActive(), this.job.extendLock(this.token, lockMs)]);
    if (!isActive || renewed === 0) this.lose();
    else if (this.isOurs) this.lockedUntil = asked + lockMs;
  }

  lose(): void {
    this.lockedUntil = 0;
    this.running.giveUp('lost', 'The job was cancelled or taken over');
  }
}
