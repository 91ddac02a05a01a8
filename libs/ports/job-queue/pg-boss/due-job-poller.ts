import { pause } from '#libs/platform/async/pause.js';

/** Polls which queues have jobs that are due, and wakes their workers. */
export class DueJobPoller {
  private readonly workers = new Map<string, { wake(): void }>();
  private readonly stopping = new AbortController();
  private readonly loop: Promise<void>;

  constructor(
    private readonly due: (queues: readonly string[]) => Promise<string[]>,
    private readonly everyMs: number,
    private readonly onFault: (error: unknown) => void,
  ) {
    this.loop = this.watch();
  }

  add(queue: string, worker: { wake(): void }): void {
    this.workers.set(queue, worker);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await pause(this.everyMs, signal, { ref: false });
      if (signal.aborted || this.workers.size === 0) continue;
      for (const queue of await this.look()) this.workers.get(queue)?.wake();
    }
  }

  /** Reads the queues with due jobs. A database that does not answer is asked again at the next turn. */
  private async look(): Promise<string[]> {
    try {
      return await this.due([...this.workers.keys()]);
    } catch (error) {
      this.onFault(error);
      return [];
    }
  }
}
