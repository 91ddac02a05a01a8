import { setTimeout as delay } from 'node:timers/promises';

/** Events that a reader examines in one turn. */
export const examinedAtOnce = 1_000;

/** Counts of reads since the start. */
export interface ReadCounts {
  /** Reads of `$all` that were begun, forwards and backwards. */
  readsOfAll: number;
  subscriptions: number;
  /** Events of the log that reads and subscriptions looked at, whether they were sent or not. */
  examined: number;
}

/** The threads that read the log: an event that is examined takes one of them, whether a filter lets it pass or not. */
export class Readers {
  readonly counts: ReadCounts = { readsOfAll: 0, subscriptions: 0, examined: 0 };
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly microsPerEvent: number,
    threads: number,
  ) {
    this.free = threads;
  }

  /** Resolves when a thread has examined so many events. */
  async examine(events: number): Promise<void> {
    if (this.microsPerEvent === 0) return;
    if (this.free === 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.free -= 1;
    await delay((events * this.microsPerEvent) / 1_000);
    const next = this.waiting.shift();
    if (next === undefined) this.free += 1;
    else next();
  }
}
