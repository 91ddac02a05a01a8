/**
 * One call at a time, shared by all who ask while it has not begun: each gets what was true after it asked. A busy
 * process so asks the server some hundred times a second, not once a request.
 */
export class SharedCall<Result> {
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<Result> | undefined;

  constructor(private readonly make: () => Promise<Result>) {}

  call(): Promise<Result> {
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        const running = this.make();
        this.#running = running;
        return running;
      });
    return this.#next;
  }
}
