import { FormatThread, type ThreadLimits } from './format-thread.js';

export interface ThreadPoolOptions extends ThreadLimits {
  /** The module that exports `formatNamed` and `detectFormat`. */
  registry: URL;
  /** Threads at a time, at most; further callers wait, first come, first served. */
  threads: number;
  /** Milliseconds that a thread lives without work. */
  idleMs: number;
}

export class ThreadPool {
  private readonly idle: { thread: FormatThread; timer: NodeJS.Timeout }[] = [];
  private readonly all = new Set<FormatThread>();
  private readonly queue: (() => void)[] = [];
  private lent = 0;
  private closed = false;

  constructor(private readonly options: ThreadPoolOptions) {}

  async acquire(signal?: AbortSignal): Promise<FormatThread> {
    signal?.throwIfAborted();
    if (this.lent >= this.options.threads) await this.turn(signal);
    else this.lent += 1;
    if (this.closed) {
      this.passOn();
      throw new Error('The format host is closed');
    }
    return this.idleThread() ?? this.newThread();
  }

  /** Takes a thread back; one that is not fit for another job is ended. */
  release(thread: FormatThread, fit: boolean): void {
    if (fit && thread.alive && !this.closed) {
      thread.rest();
      const timer = setTimeout(() => this.retire(thread), this.options.idleMs).unref();
      this.idle.push({ thread, timer });
    } else this.retire(thread);
    this.passOn();
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const { timer } of this.idle.splice(0)) clearTimeout(timer);
    for (const next of this.queue.splice(0)) next();
    await Promise.all(Array.from(this.all, (thread) => thread.end()));
  }

  /** Waits for a thread to be handed on; the count of lent threads stays. */
  private turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.queue.splice(this.queue.indexOf(next), 1);
        reject(signal?.reason);
      };
      const next = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.queue.push(next);
    });
  }

  private passOn(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.lent -= 1;
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
