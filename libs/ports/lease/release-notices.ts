import type { DirectConnection } from '#libs/platform/postgres/direct-connection.js';

/** Channel on which releases are notified; the payload is the lease's name. */
export const releaseChannel = 'lease_released';

export type Listens = Pick<DirectConnection, 'listen'>;

/**
 * Wakes callers that wait for a lease when it is released anywhere. Listens only while one waits. Nothing depends on it
 * but speed: a waiting caller also looks again by time.
 */
export class ReleaseNotices {
  private readonly watchers = new Map<string, Set<() => void>>();
  private stopListening: (() => void) | undefined;

  constructor(private readonly listener: Listens | undefined) {}

  /** Calls `wake` at each release of the lease, perhaps also without one, until the returned function is called. */
  watch(name: string, wake: () => void): () => void {
    const watchers = this.watchers.get(name) ?? new Set();
    this.watchers.set(name, watchers.add(wake));
    this.stopListening ??= this.listener?.listen(releaseChannel, {
      onNotice: (released) => this.wake(released),
      onListening: () => this.wakeAll(), // what was released before we listened
    });
    return () => {
      watchers.delete(wake);
      if (watchers.size === 0) this.watchers.delete(name);
      if (this.watchers.size > 0) return;
      this.stopListening?.();
      this.stopListening = undefined;
    };
  }

  private wake(name: string): void {
    for (const wake of this.watchers.get(name) ?? []) wake();
  }

  private wakeAll(): void {
    for (const name of this.watchers.keys()) this.wake(name);
  }
}
