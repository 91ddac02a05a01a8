/**
 * One call at a time, shared by all who ask while it has not begun: each gets what was true after it asked. A busy
 * process so asks a server some hundred times a second, not once a request.
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

  /** Resolves when the last call asked for so far has ended, well or not. */
  async idle(): Promise<void> {
    await Promise.allSettled([this.next ?? this.running]);
  }
}
