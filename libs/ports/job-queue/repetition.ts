const longestTimerMs = 12 * 60 * 60_000; // a timer of 2^31 ms or more fires at once
const afterFaultMs = 5_000;

/**
 * Asks for the job of the present slot of an interval, twice a slot: slots begin by the database's clock, timers
 * run by ours, and a slot must not be missed by a drift between the two.
 */
export class Repetition {
  private timer?: NodeJS.Timeout;
  private stopped = false;

  constructor(
    private readonly everyMs: number,
    private readonly ask: () => Promise<void>,
    /** Told of what kept it from asking; it asks again by itself. */
    private readonly onFault: (error: unknown) => void = () => undefined,
  ) {
    void this.askNow();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Besides the usual times: what was asked for may be gone. Never rejects. */
  async askNow(): Promise<void> {
    const half = this.everyMs / 2;
    const wait = await this.ask().then(
      () => half - (Date.now() % half),
      (error: unknown) => {
        this.onFault(error);
        return Math.min(afterFaultMs, half);
      },
    );
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.askNow(), Math.min(wait, longestTimerMs)).unref();
  }
}
