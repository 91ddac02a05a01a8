/** Milliseconds between two looks at the clock, and by how much it may be late. */
const lookEveryMs = 5_000;
const lateMs = 15_000;

/**
 * Finds out that the machine has slept: the clock then has gone on and the timers have not. A connection of before is broken, and nobody
 * says so.
 */
export class WakeWatch {
  private lookedAt: number;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly now: () => number,
    private readonly onWake: (sleptMs: number) => void,
  ) {
    this.lookedAt = now();
    this.timer = setInterval(() => this.look(), lookEveryMs);
    this.timer.unref();
  }

  /** Compares the clock with the last look. */
  look(): void {
    const now = this.now();
    const slept = now - this.lookedAt - lookEveryMs;
    this.lookedAt = now;
    if (slept > lateMs) this.onWake(slept);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
