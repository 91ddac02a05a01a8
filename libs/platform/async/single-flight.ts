/** One call at a time: whoever asks while it runs shares its outcome, and the next to ask begins another. */
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

/** Single flights side by side, one a key. */
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

  /** The flight that is under way for a key. */
  running(key: string): Promise<Result> | undefined {
    return this.flights.get(key);
  }

  /** Shares what is under way with nobody who asks from now on. */
  forget(): void {
    this.flights.clear();
  }
}
