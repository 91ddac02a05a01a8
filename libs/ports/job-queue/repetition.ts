const maxTimerMs = 12 * 60 * 60_000; // a timer of 2^31 ms or more fires at once
const afterFaultMs = 5_000;

/**
 * Asks for the job of the present slot of an interval, twice a slot: slots begin by the database's clock, timers run
 * by ours, and a drift between the two must not skip a slot.
 */
export class Repetition {
  private timer?: NodeJS.Timeout;
  private stopped = false;

  constructor(
    private readonly everyMs: number,
    private readonly ask: () => Promise<void>,
    /** Receives errors of asking; the repetition asks again by itself. */
    private readonly onFault: (error: unknown) => void = () => undefined,
  ) {
    void this.askNow();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Asks besides the usual times: the job that was asked for may be gone. Never rejects. */
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
    this.timer = setTimeout(() => void this.askNow(), Math.min(wait, maxTimerMs)).unref();
  }
}
