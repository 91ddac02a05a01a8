import { SingleFlight } from './single-flight.js';

/**
 * Work whose result all callers share: those that come while it runs, and those that come within `keptForMs` after its
 * end. What fails is not kept.
 */
export class SharedResult<Result> {
  private kept: { result: Result; at: number } | undefined;
  private readonly flight: SingleFlight<Result>;

  constructor(
    work: () => Promise<Result>,
    private readonly keptForMs: number,
  ) {
    this.flight = new SingleFlight(async () => {
      const result = await work();
      this.kept = { result, at: performance.now() };
      return result;
    });
  }

  get(): Promise<Result> {
    const { kept } = this;
    if (kept !== undefined && performance.now() - kept.at < this.keptForMs) return Promise.resolve(kept.result);
    return this.flight.run();
  }
}
