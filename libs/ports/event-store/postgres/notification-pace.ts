/** Shortest time between two notifications of one writer, while events come. */
const shortestMs = 40;
/** Then what was written since the last one is told without waiting for another append that could. */
const longestMs = 50;

/**
 * Which appends tell that something was written. Each notification wakes a session of every process that listens,
 * some 0.2 ms of processor in all, and a subscription that has just looked gathers for a while in any case. The first
 * append after a pause tells at once; what is not told by an append is told a little later.
 */
export class NotificationPace {
  private toldAt = Number.NEGATIVE_INFINITY;
  private untold: NodeJS.Timeout | undefined;

  constructor(private readonly notify: () => Promise<void>) {}

  /** Whether the append that is about to be sent is to tell. */
  isDue(): boolean {
    const now = performance.now();
    if (now - this.toldAt < shortestMs) return false;
    this.toldAt = now;
    return true;
  }

  /** An append was written that told or did not. */
  written(told: boolean): void {
    if (!told) {
      this.untold ??= setTimeout(() => void this.tell(), longestMs);
      return;
    }
    clearTimeout(this.untold);
    this.untold = undefined;
  }

  async close(): Promise<void> {
    if (this.untold !== undefined) await this.tell();
  }

  private async tell(): Promise<void> {
    clearTimeout(this.untold);
    this.untold = undefined;
    this.toldAt = performance.now();
    await this.notify();
  }
}
