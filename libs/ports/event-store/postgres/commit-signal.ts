import type { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import { notificationChannel } from './append-function.js';

/**
 * Signals that something may have been committed. It is a hint for speed alone: every waiter also polls after some
 * time, so nothing is lost with a notification. The first wait begins to listen.
 */
export class CommitSignal {
  private commits = 0;
  private readonly waiting = new Set<() => void>();
  private stopListening: (() => void) | undefined;

  constructor(private readonly connection: Pick<DirectConnection, 'listen'>) {}

  /**
   * Number of signals so far: taken before reading and passed to `after`, so that a signal between the two is not
   * missed.
   */
  get count(): number {
    return this.commits;
  }

  /** Resolves when there were more signals than `count`, after `ms`, or when the signal aborts. */
  async after(count: number, ms: number, signal: AbortSignal): Promise<void> {
    this.stopListening ??= this.connection.listen(notificationChannel, {
      onNotice: () => this.notify(),
      onListening: () => this.notify(), // for commits made while nobody listened
    });
    if (this.commits !== count || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  close(): void {
    this.stopListening?.();
  }

  private notify(): void {
    this.commits += 1;
    for (const wake of this.waiting) wake();
  }
}
