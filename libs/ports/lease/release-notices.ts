import type { PoolClient } from 'pg';

/** Channel on which releases are notified; the payload is the lease's name. */
export const releaseChannel = 'lease_released';

/** Milliseconds before a lost connection is replaced. */
const relistenMs = 500;

/**
 * Wakes callers that wait for a lease when it is released anywhere. Holds a connection only while one
 * waits. Nothing depends on it but speed: a waiting caller also looks again by time.
 */
export class ReleaseNotices {
  private readonly watchers = new Map<string, Set<() => void>>();
  private listening?: AbortController;

  constructor(private readonly connect: () => Promise<PoolClient>) {}

  /** Calls `wake` at each release of the lease, perhaps also without one, until the returned function is called. */
  watch(name: string, wake: () => void): () => void {
    const watchers = this.watchers.get(name) ?? new Set();
    this.watchers.set(name, watchers.add(wake));
    if (!this.listening) this.start();
    return () => {
      watchers.delete(wake);
      if (watchers.size === 0) this.watchers.delete(name);
      if (this.watchers.size === 0) this.listening?.abort();
    };
  }

  private start(): void {
    const listening = new AbortController();
    this.listening = listening;
    const isCurrent = () => this.listening === listening;
    const ended = () => {
      if (isCurrent()) this.listening = undefined;
    };
    const listenAgain = () => {
      if (isCurrent()) setTimeout(() => isCurrent() && this.start(), relistenMs).unref();
    };
    listening.signal.addEventListener('abort', ended);
    this.listen(listening.signal).then(listenAgain, listenAgain);
  }

  private async listen(signal: AbortSignal): Promise<void> {
    const client = await this.connect();
    const { promise: broken, resolve } = Promise.withResolvers<void>();
    client.on('error', () => resolve()); // stays on: the connection may report more while it is closed
    client.on('notification', ({ payload }) => this.wake(payload ?? ''));
    signal.addEventListener('abort', () => resolve());
    try {
      await client.query(`listen ${releaseChannel}`);
      for (const name of this.watchers.keys()) this.wake(name); // what was released before we listened
      if (!signal.aborted) await broken;
    } finally {
      client.release(true);
    }
  }

  private wake(name: string): void {
    for (const wake of this.watchers.get(name) ?? []) wake();
  }
}
