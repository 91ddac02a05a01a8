/**
 * A task that runs once. It resolves to the milliseconds after which it runs again, before anything else of its key,
 * or to nothing when it has ended. It must not reject.
 */
export type LaneTask = () => Promise<number | undefined>;

interface Lane {
  tasks: LaneTask[];
  /** Timer until the first task runs again. */
  timer?: NodeJS.Timeout;
}

/**
 * Runs tasks of one key one after the other and tasks of different keys side by side, up to `concurrency` at
 * a time. A task that waits to run again holds its key up, but nothing else.
 */
export class KeyLanes {
  private readonly lanes = new Map<string, Lane>();
  private readonly ready: string[] = [];
  private running = 0;
  private closed = false;
  private idle: (() => void)[] = [];

  constructor(private readonly concurrency: number) {}

  add(key: string, task: LaneTask): void {
    if (this.closed) return;
    const lane = this.lanes.get(key);
    if (lane !== undefined) {
      lane.tasks.push(task);
      return;
    }
    this.lanes.set(key, { tasks: [task] });
    this.makeReady(key);
  }

  /** Lets running tasks end, and drops all others, also those that are added later. */
  close(): void {
    this.closed = true;
    this.ready.length = 0;
    for (const { timer } of this.lanes.values()) clearTimeout(timer);
    this.lanes.clear();
    this.resolveIdle();
  }

  /** Resolves when nothing runs or waits. */
  untilIdle(): Promise<void> {
    return new Promise((resolve) => {
      this.idle.push(resolve);
      this.resolveIdle();
    });
  }

  private makeReady(key: string): void {
    this.ready.push(key);
    this.startReady();
  }

  private startReady(): void {
    while (this.running < this.concurrency) {
      const key = this.ready.shift();
      if (key === undefined) return;
      void this.runFirst(key);
    }
  }

  /** Runs one task a turn: a key with many tasks does not hold up the others. */
  private async runFirst(key: string): Promise<void> {
    const lane = this.lanes.get(key);
    const task = lane?.tasks[0];
    if (lane === undefined || task === undefined) return;
    this.running += 1;
    const again = await task();
    this.running -= 1;
    if (this.closed) return this.resolveIdle();
    if (again !== undefined) lane.timer = setTimeout(() => this.makeReady(key), again);
    else lane.tasks.shift();
    if (lane.tasks.length === 0) this.lanes.delete(key);
    else if (again === undefined) this.ready.push(key);
    this.startReady();
    this.resolveIdle();
  }

  private resolveIdle(): void {
    if (this.running > 0 || this.lanes.size > 0) return;
    for (const resolve of this.idle.splice(0)) resolve();
  }
}
