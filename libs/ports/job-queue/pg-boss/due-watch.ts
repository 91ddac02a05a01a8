import { pause } from '#libs/platform/async/pause.js';

/** Looks every so often which queues have something to do, and wakes their workers. */
export class DueWatch {
  private readonly workers = new Map<string, { wake(): void }>();
  private readonly stopping = new AbortController();
  private readonly loop: Promise<void>;

  constructor(
    private readonly due: (queues: readonly string[]) => Promise<string[]>,
    private readonly everyMs: number,
  ) {
    this.loop = this.look();
  }

  add(queue: string, worker: { wake(): void }): void {
    this.workers.set(queue, worker);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }

  private async look(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await pause(this.everyMs, signal, { ref: false });
      if (signal.aborted || this.workers.size === 0) continue;
      // A database that is away is asked again at the next turn.
      const due = await this.due([...this.workers.keys()]).catch(() => []);
      for (const queue of due) this.workers.get(queue)?.wake();
    }
  }
}
