import type { PgBoss } from 'pg-boss';
import { v5 as uuidv5 } from 'uuid';
import type { JsonObject } from '#libs/event-store/event-store.port.js';

const namespace = '6b0c8f0e-5d3b-4f0a-8f55-0c1d7e8a2b94';
const repeatedKey = 'repeated';
const tryAgainMs = 2000;
/** Timers of Node.js reach 24.8 days; also lets a clock that was set take effect. */
const longestWaitMs = 3_600_000;
const day = 24 * 3600;

export const isRepeated = (job: { singletonKey: string | null }): boolean => job.singletonKey === repeatedKey;

export interface RepeatedJobOptions {
  queue: string;
  everyMs: number;
  data: JsonObject;
  onAdded: () => void;
  onError: (error: unknown) => void;
}

/**
 * Adds a job in each interval since the epoch. The job's id is that of its interval, so of all processes
 * that add it, and of one that starts again within the interval, one does.
 */
export class RepeatedJob {
  private timer?: NodeJS.Timeout;
  private stopped = false;
  private lastAdded = -1;

  constructor(
    private readonly boss: PgBoss,
    private readonly options: RepeatedJobOptions,
  ) {}

  /** Resolves when the job of this interval is there. */
  async start(): Promise<void> {
    await this.addCurrent();
    this.waitForNext();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async tick(): Promise<void> {
    try {
      await this.addCurrent();
    } catch (error) {
      this.options.onError(error);
      this.wait(tryAgainMs);
      return;
    }
    this.waitForNext();
  }

  private waitForNext(): void {
    const { everyMs } = this.options;
    this.wait(everyMs - (Date.now() % everyMs));
  }

  private wait(milliseconds: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.tick(), Math.min(Math.max(1, milliseconds), longestWaitMs));
  }

  private async addCurrent(): Promise<void> {
    const { queue, everyMs, data, onAdded } = this.options;
    const interval = Math.floor(Date.now() / everyMs);
    if (interval === this.lastAdded) return;
    const id = await this.boss.send(queue, data, {
      id: uuidv5(`${queue}/${everyMs}/${interval}`, namespace),
      singletonKey: repeatedKey,
      // Its row must outlast the interval.
      deleteAfterSeconds: Math.ceil(Math.max(day, (2 * everyMs) / 1000)),
    });
    this.lastAdded = interval;
    if (id !== null) onAdded();
  }
}
