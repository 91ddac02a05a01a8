import { Client } from 'pg';
import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import { notificationChannel } from './append-function.js';

/**
 * Signals that something may have been committed. It is a hint for speed alone: every waiter also polls after some
 * time, so nothing is lost with a notification. Its connection is opened by the first wait.
 */
export class CommitSignal {
  private commits = 0;
  private readonly waiting = new Set<() => void>();
  private listening: Promise<void> | undefined;
  private readonly closing = new AbortController();

  constructor(
    private readonly connectionString: string,
    private readonly connectTimeoutMs: number,
  ) {}

  /**
   * Number of signals so far: taken before reading and passed to `after`, so that a signal between the two is not
   * missed.
   */
  get count(): number {
    return this.commits;
  }

  /** Resolves when there were more signals than `count`, after `ms`, or when the signal aborts. */
  async after(count: number, ms: number, signal: AbortSignal): Promise<void> {
    this.listening ??= this.listen();
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

  async close(): Promise<void> {
    this.closing.abort();
    await this.listening;
  }

  private notify(): void {
    this.commits += 1;
    for (const wake of this.waiting) wake();
  }

  private async listen(): Promise<void> {
    const { signal } = this.closing;
    for (let failures = 0; !signal.aborted; failures += 1) {
      if (await this.listenUntilLost(signal)) failures = 0;
      await pause(backoff(failures), signal);
    }
  }

  /** Listens until the connection is lost; returns whether it had been listening. */
  private async listenUntilLost(signal: AbortSignal): Promise<boolean> {
    const lost = Promise.withResolvers<void>();
    const client = new Client({
      connectionString: this.connectionString,
      application_name: 'transledger-event-store-notifications',
      connectionTimeoutMillis: this.connectTimeoutMs,
      keepAlive: true,
    });
    client.on('error', () => lost.resolve());
    client.on('end', () => lost.resolve());
    client.on('notification', () => this.notify());
    const stop = () => lost.resolve();
    signal.addEventListener('abort', stop);
    try {
      await client.connect();
      await client.query(`listen ${notificationChannel}`);
      this.notify(); // for commits made while nobody listened
      await lost.promise;
      return true;
    } catch {
      return false;
    } finally {
      signal.removeEventListener('abort', stop);
      void client.end().catch(() => undefined);
    }
  }
}
