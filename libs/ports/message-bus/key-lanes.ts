import { FairQueue } from '#libs/platform/async/fair-queue.js';

/**
 * A task that runs once. It resolves to the milliseconds after which it runs again, before anything else of its key,
 * or to nothing when it has ended. It must not reject.
 */
export type LaneTask = () => Promise<number | undefined>;

interface Lane {
  /** Owner of the tasks: owners take turns. */
  owner: string;
  tasks: LaneTask[];
  /** Timer until the first task runs again. */
  timer?: NodeJS.Timeout;
}

/**
 * Runs tasks of one key one after the other and tasks of different keys side by side, up to `concurrency` at
 * a time. A task that waits to run again holds its key up, but nothing else. Owners of keys (organizations) take turns,
 * and none has more than its share at a time.
 */
export class KeyLanes {
  private readonly lanes = new Map<string, Lane>();
  /** Keys with a task to run, by owner. */
  private readonly ready = new FairQueue<string>();
  private readonly runningOf = new Map<string, number>();
  private running = 0;
  private closed = false;
  private idle: (() => void)[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly perOwner = concurrency,
  ) {}

  add(key: string, task: LaneTask, owner = ''): void {
    if (this.closed) return;
    const lane = this.lanes.get(key);
    if (lane !== undefined) {
      lane.tasks.push(task);
      return;
    }
    this.lanes.set(key, { owner, tasks: [task] });
    this.makeReady(key, owner);
  }

  /** Lets running tasks end, and drops all others, also those that are added later. */
  close(): void {
    this.closed = true;
    this.ready.clear();
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

  private makeReady(key: string, owner: string): void {
    this.ready.add(owner, key);
    this.startReady();
  }

  private startReady(): void {
    while (this.running < this.concurrency) {
      const key = this.ready.take(this.mayRun);
      if (key === undefined) return;
      void this.runFirst(key);
    }
  }

  private readonly mayRun = (owner: string): boolean => (this.runningOf.get(owner) ?? 0) < this.perOwner;

  private count(owner: string, change: 1 | -1): void {
    this.running += change;
    const ofOwner = (this.runningOf.get(owner) ?? 0) + change;
    if (ofOwner === 0) this.runningOf.delete(owner);
    else this.runningOf.set(owner, ofOwner);
  }

  /** Runs one task a turn: a key with many tasks does not hold up the others. */
  private async runFirst(key: string): Promise<void> {
    const lane = this.lanes.get(key);
    const task = lane?.tasks[0];
    if (lane === undefined || task === undefined) return;
    const { owner } = lane;
    this.count(owner, 1);
    const again = await task();
    this.count(owner, -1);
    if (this.closed) return this.resolveIdle();
    if (again !== undefined) lane.timer = setTimeout(() => this.makeReady(key, owner), again);
    else lane.tasks.shift();
    if (lane.tasks.length === 0) this.lanes.delete(key);
    else if (again === undefined) this.ready.add(owner, key);
    this.startReady();
    this.resolveIdle();
  }

  private resolveIdle(): void {
    if (this.running > 0 || this.lanes.size > 0) return;
    for (const resolve of this.idle.splice(0)) resolve();
  }
}
