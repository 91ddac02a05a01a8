interface Lane {
  tasks: (() => Promise<void>)[];
}

/**
 * Runs tasks of one key one after the other and tasks of different keys side by side, up to `concurrency`
 * keys. Tasks must not reject.
 */
export class KeyLanes {
  private readonly lanes = new Map<string, Lane>();
  private readonly waiting: string[] = [];
  private running = 0;
  private idle: (() => void)[] = [];

  constructor(private readonly concurrency: number) {}

  add(key: string, task: () => Promise<void>): void {
    const lane = this.lanes.get(key);
    if (lane !== undefined) {
      lane.tasks.push(task);
      return;
    }
    this.lanes.set(key, { tasks: [task] });
    this.waiting.push(key);
    this.startWaiting();
  }

  /** Drops what has not begun. */
  clear(): void {
    for (const key of this.waiting.splice(0)) this.lanes.delete(key);
    for (const lane of this.lanes.values()) lane.tasks.length = 0;
  }

  /** Resolves when nothing runs or waits. */
  untilIdle(): Promise<void> {
    if (this.running === 0 && this.waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.idle.push(resolve));
  }

  private startWaiting(): void {
    while (this.running < this.concurrency) {
      const key = this.waiting.shift();
      if (key === undefined) break;
      this.running += 1;
      void this.runLane(key);
    }
  }

  /** One task a turn: a key with many does not keep others from theirs. */
  private async runLane(key: string): Promise<void> {
    const lane = this.lanes.get(key);
    await lane?.tasks.shift()?.();
    this.running -= 1;
    if (lane !== undefined && lane.tasks.length > 0) this.waiting.push(key);
    else this.lanes.delete(key);
    this.startWaiting();
    if (this.running === 0 && this.waiting.length === 0) for (const resolve of this.idle.splice(0)) resolve();
  }
}
