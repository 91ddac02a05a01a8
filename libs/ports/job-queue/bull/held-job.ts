import type { Job } from 'bull';
import type { JsonObject } from '#libs/domain/json.js';
import { RunningJob } from '../running-job.js';
import { lockMs } from './bull-settings.js';

/** A job in the hands of this process, as long as its lock is renewed; by the process's own clock. */
export class HeldJob<T extends JsonObject> {
  readonly id: string;
  readonly attempt: number;
  readonly running: RunningJob<T>;
  private lockedUntil: number;

  /** `lockedAt` and the times below are those of `performance.now()`: setting the clock changes nothing. */
  constructor(
    readonly job: Job<T>,
    lockedAt: number,
  ) {
    this.id = String(job.id);
    this.attempt = job.attemptsMade + 1;
    this.lockedUntil = lockedAt + lockMs;
    this.running = new RunningJob({ id: this.id, data: job.data, attempt: this.attempt });
  }

  /** Whether nobody else can have been given it. */
  get isOurs(): boolean {
    return performance.now() < this.lockedUntil;
  }

  /** Rejects when Redis is away. */
  async renew(): Promise<void> {
    const asked = performance.now();
    const renewed = await this.job.extendLock(lockMs);
    if (renewed === 0) this.lose();
    else if (this.isOurs) this.lockedUntil = asked + lockMs;
  }

  lose(): void {
    this.lockedUntil = 0;
    this.running.giveUp('lost', 'The job was cancelled or taken over');
  }
}
