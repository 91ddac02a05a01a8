import type { TranslationRequest } from '../inference.port.js';

type Priority = NonNullable<TranslationRequest['priority']>;

/** Bounds the calls that are on the servers at once; waiting calls go on in order, interactive ones first. */
export class InFlight {
  private readonly waiting: Record<Priority, Set<() => void>> = { interactive: new Set(), document: new Set() };
  private count = 0;

  constructor(private readonly most: number) {}

  /** Runs a task when a place is free. @throws the signal's reason */
  async run<T>(priority: Priority, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.count >= this.most) await this.turn(priority, signal);
    else this.count += 1;
    try {
      return await task();
    } finally {
      this.pass();
    }
  }

  /** Waits for a turn, which takes over the place of a task that has ended. */
  private turn(priority: Priority, signal: AbortSignal): Promise<void> {
    const line = this.waiting[priority];
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        line.delete(enter);
        reject(signal.reason);
      };
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      line.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  private pass(): void {
    for (const line of [this.waiting.interactive, this.waiting.document]) {
      const [next] = line;
      if (next === undefined) continue;
      line.delete(next);
      next();
      return;
    }
    this.count -= 1;
  }
}
