import { FairSlots, type LeaveSlot } from '#libs/platform/async/fair-slots.js';
import { FormatThread, type ThreadLimits } from './format-thread.js';

export interface ThreadPoolOptions extends ThreadLimits {
  /** The module that exports `formatNamed` and `detectFormat`. */
  registry: URL;
  /** Threads at a time, at most. No organization has the last of several: another never waits for its files to end. */
  threads: number;
  /** Callers of one organization that wait for a thread, at most. */
  maxWaiting: number;
  /** Milliseconds that a caller waits for a thread; without end when undefined. */
  waitMs: number | undefined;
  /** Milliseconds that a thread lives without work. */
  idleMs: number;
}

/** A caller of the pool. */
export interface ThreadUser {
  organizationId: string;
  signal?: AbortSignal | undefined;
}

/** Threads that are lent for one job each; callers wait in turns by organization. */
export class ThreadPool {
  private readonly idle: { thread: FormatThread; timer: NodeJS.Timeout }[] = [];
  private readonly all = new Set<FormatThread>();
  private readonly slots: FairSlots;
  private readonly lent = new Map<FormatThread, LeaveSlot>();
  private closed = false;

  constructor(private readonly options: ThreadPoolOptions) {
    const { threads, maxWaiting, waitMs } = options;
    this.slots = new FairSlots({
      slots: threads,
      perKey: Math.max(1, threads - 1),
      maxWaiting,
      ...(waitMs === undefined ? {} : { waitMs }),
    });
  }

  /** @throws NoSlotError, the signal's reason */
  async acquire({ organizationId, signal }: ThreadUser): Promise<FormatThread> {
    const leave = await this.slots.enter(organizationId, signal);
    const thread = this.idleThread() ?? this.newThread();
    this.lent.set(thread, leave);
    return thread;
  }

  /** Takes a thread back; one that is not fit for another job is ended. */
  release(thread: FormatThread, fit: boolean): void {
    if (fit && thread.alive && !this.closed) {
      thread.rest();
      const timer = setTimeout(() => this.retire(thread), this.options.idleMs).unref();
      this.idle.push({ thread, timer });
    } else this.retire(thread);
    this.lent.get(thread)?.();
    this.lent.delete(thread);
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const { timer } of this.idle.splice(0)) clearTimeout(timer);
    this.slots.close(new Error('The format host is closed'));
    await Promise.all(Array.from(this.all, (thread) => thread.end()));
  }

  private idleThread(): FormatThread | undefined {
    for (let waiting = this.idle.pop(); waiting; waiting = this.idle.pop()) {
      clearTimeout(waiting.timer);
      if (waiting.thread.alive) return waiting.thread;
      this.all.delete(waiting.thread);
    }
    return undefined;
  }

  private newThread(): FormatThread {
    const thread = new FormatThread(this.options.registry, this.options);
    this.all.add(thread);
    return thread;
  }

  private retire(thread: FormatThread): void {
    const at = this.idle.findIndex((waiting) => waiting.thread === thread);
    if (at >= 0) this.idle.splice(at, 1);
    this.all.delete(thread);
    void thread.end();
  }
}
