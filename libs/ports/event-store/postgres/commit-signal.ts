import { Client } from 'pg';
import { backoff } from '#libs/platform/async/backoff.js';
import { pause } from '#libs/platform/async/pause.js';
import { notificationChannel } from './append-function.js';

/**
 * Says that something may have been committed. A hint for speed alone: whoever waits also looks again
 * after some time, so nothing is lost with a notification. Its connection is opened by the first wait.
 */
export class CommitSignal {
  #count = 0;
  readonly #waiting = new Set<() => void>();
  #listening: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(
    private readonly connectionString: string,
    private readonly connectTimeoutMs: number,
  ) {}

  /** To be taken before reading and given to `after`, so that what comes between the two is not missed. */
  get count(): number {
    return this.#count;
  }

  /** Resolves when there were more signals than `count`, after `ms`, or when the signal aborts. */
  async after(count: number, ms: number, signal: AbortSignal): Promise<void> {
    this.#listening ??= this.#listen();
    if (this.#count !== count || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listening;
  }

  #notify(): void {
    this.#count += 1;
    for (const wake of this.#waiting) wake();
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; failures += 1) {
      if (await this.#listenUntilLost(signal)) failures = 0;
      await pause(backoff(failures), signal);
    }
  }

  /** Whether it had been listening. */
  async #listenUntilLost(signal: AbortSignal): Promise<boolean> {
    const lost = Promise.withResolvers<void>();
    const client = new Client({
      connectionString: this.connectionString,
      application_name: 'transledger-event-store-notifications',
      connectionTimeoutMillis: this.connectTimeoutMs,
      keepAlive: true,
    });
    client.on('error', () => lost.resolve());
    client.on('end', () => lost.resolve());
    client.on('notification', () => this.#notify());
    const stop = () => lost.resolve();
    signal.addEventListener('abort', stop);
    try {
      await client.connect();
      await client.query(`listen ${notificationChannel}`);
      this.#notify(); // what was committed while nobody listened
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
