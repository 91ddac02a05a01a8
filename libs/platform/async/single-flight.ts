/** One call at a time: callers that come while it runs share its outcome, and the next caller begins another. */
export class SingleFlight<Result> {
  private flight: Promise<Result> | undefined;

  constructor(private readonly work: () => Promise<Result>) {}

  run(): Promise<Result> {
    this.flight ??= this.work().finally(() => {
      this.flight = undefined;
    });
    return this.flight;
  }
}

/** Concurrent single flights, one a key. */
export class KeyedSingleFlight<Result> {
  private readonly flights = new Map<string, Promise<Result>>();

  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.flights.get(key);
    if (running !== undefined) return running;
    const flight: Promise<Result> = work().finally(() => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    });
    this.flights.set(key, flight);
    return flight;
  }

  /** The running flight of a key. */
  running(key: string): Promise<Result> | undefined {
    return this.flights.get(key);
  }

  /** Shares the running flights with no later caller. */
  forget(): void {
    this.flights.clear();
  }
}
