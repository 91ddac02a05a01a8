/** Runs the work of one name one after the other, that of different names side by side. */
export class OneByOne {
  private readonly queues = new Map<string, Promise<unknown>>();

  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.queues.get(name);
    const done = (before ?? Promise.resolve()).then(work);
    const ended = done.catch(() => undefined);
    this.queues.set(name, ended);
    try {
      return await done;
    } finally {
      if (this.queues.get(name) === ended) this.queues.delete(name);
    }
  }
}
