/** Minimum milliseconds between two notifications of one writer, while events come. */
const minMs = 40;
/**
 * Milliseconds after which events written since the last notification are notified without waiting for another
 * append.
 */
const maxMs = 50;

/**
 * Decides which appends notify that something was written. Each notification wakes a session of every process that
 * listens, some 0.2 ms of processor in all, and a subscription that has just read gathers for a while in any case.
 * The first append after a pause notifies at once; events that their append does not notify are notified a little
 * later.
 */
export class NotificationPace {
  private toldAt = Number.NEGATIVE_INFINITY;
  private untold: NodeJS.Timeout | undefined;

  constructor(private readonly notify: () => Promise<void>) {}

  /** Whether the next append is to notify. */
  isDue(): boolean {
    const now = performance.now();
    if (now - this.toldAt < minMs) return false;
    this.toldAt = now;
    return true;
  }

  /** Notes that an append was written, with a notification or without. */
  written(told: boolean): void {
    if (!told) {
      this.untold ??= setTimeout(() => void this.tell(), maxMs);
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
