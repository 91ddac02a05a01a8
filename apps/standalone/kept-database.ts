import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import {
  type EmbeddedPostgres,
  embeddedPostgresUrl,
  startEmbeddedPostgres,
} from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { takeServiceLock } from '#libs/platform/postgres/embedded/service-lock.js';
import { StartFailure } from './start-failure.js';

const firstPauseMs = 1_000;
const maxPauseMs = 30_000;

/**
 * The embedded database of a service, which is its only owner. A server that ends by itself is started again where it was, and
 * the lock that was lost with it is taken again.
 */
export class KeptDatabase {
  private readonly stopping = new AbortController();
  private watching: Promise<void> = Promise.resolve();

  private constructor(
    private readonly folder: string,
    private readonly say: (line: string) => void,
    private server: EmbeddedPostgres,
    private lock: Client,
  ) {
    this.watch();
  }

  /** @param folder that of the database, in the data folder. @throws StartFailure when another process is the owner */
  static async start(folder: string, dataDir: string, say: (line: string) => void): Promise<KeptDatabase> {
    const server = await startEmbeddedPostgres(folder);
    const lock = await takeServiceLock(server.url);
    if (lock !== undefined) return new KeptDatabase(folder, say, server, lock);
    throw new StartFailure(
      `Another Transledger runs on the data folder ${dataDir}. Stop it, or set TRANSLEDGER_DATA_DIR.`,
    );
  }

  get url(): string {
    return this.server.url;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.lock.end().catch(() => undefined);
    await this.watching;
    await this.server.stop();
  }

  private watch(): void {
    this.lock.once('end', () => {
      this.watching = this.goOn().catch(() => undefined);
    });
  }

  /** @throws AbortError at a stop */
  private async goOn(): Promise<void> {
    const { signal } = this.stopping;
    const port = Number(new URL(this.url).port);
    for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, maxPauseMs)) {
      signal.throwIfAborted();
      try {
        if ((await embeddedPostgresUrl(this.folder)) === undefined) this.say('! The database ended; starting it again');
        this.server = await startEmbeddedPostgres(this.folder, {}, port);
        const lock = await takeServiceLock(this.url);
        if (lock !== undefined) {
          this.lock = lock;
          return this.watch();
        }
      } catch (error) {
        this.say(`! ${error instanceof Error ? error.message : String(error)}`);
      }
      await sleep(pause, undefined, { signal });
    }
  }
}
