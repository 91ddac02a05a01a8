/**
 * One call at a time, shared by all callers that come before it begins: each result is newer than its request. A busy
 * process so queries a server some hundred times a second, not once a request.
 */
export class NextFlight<Result> {
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<Result> | undefined;

  constructor(private readonly work: () => Promise<Result>) {}

  run(): Promise<Result> {
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        const running = this.work();
        this.running = running;
        return running;
      });
    return this.next;
  }

  /** Resolves when the last call requested so far has ended, successfully or not. */
  async idle(): Promise<void> {
    await Promise.allSettled([this.next ?? this.running]);
  }
}
