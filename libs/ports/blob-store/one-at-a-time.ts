/** Runs tasks of the same key one after another, those of different keys at the same time. */
export class OneAtATime {
  private readonly last = new Map<string, Promise<void>>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const running = (this.last.get(key) ?? Promise.resolve()).then(task);
    const settled = running.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(key, settled);
    try {
      return await running;
    } finally {
      if (this.last.get(key) === settled) this.last.delete(key);
    }
  }
}
