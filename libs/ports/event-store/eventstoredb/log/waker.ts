/** Lets one waiter sleep until something may have happened. A wake while nobody sleeps ends the next sleep. */
export class Waker {
  private woken = false;
  private end: (() => void) | undefined;

  readonly wake = (): void => {
    this.woken = true;
    this.end?.();
  };

  /** Resolves to whether it was woken, rather than that the time passed. */
  async sleep(ms: number): Promise<boolean> {
    if (!this.woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.end = undefined;
    }
    const woken = this.woken;
    this.woken = false;
    return woken;
  }
}
