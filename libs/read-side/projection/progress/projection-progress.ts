import type { Pool } from 'pg';
import { DependencyAwayError } from '#libs/platform/errors/dependency-away.error.js';
import type { DirectConnection } from '#libs/platform/postgres/direct-connection.js';
import { isAtOrAfter, type Position } from '#libs/ports/event-store/position.js';
import { awaitedChannel, progressChannel } from './progress-channels.js';

export interface ProjectionProgress {
  /**
   * Resolves with whether all the named projections pass `position` before the timeout; at once with false while the
   * database is known to be away. Never rejects.
   */
  waitFor(names: readonly string[], position: Position, timeoutMs?: number): Promise<boolean>;
  close(): void;
}

interface Waiter {
  names: readonly string[];
  position: Position;
  ended: (hasPassed: boolean) => void;
}

/** Milliseconds between queries. Notifications come within milliseconds; queries are for those that do not. */
const askAgainMs = 100;
/** Milliseconds between queries where nothing is listened to. */
const askAloneMs = 20;

class ListeningProgress implements ProjectionProgress {
  private readonly known = new Map<string, Position>();
  private readonly waiters = new Set<Waiter>();
  private readonly closing = new AbortController();
  private readonly stopListening: (() => void) | undefined;
  private asking = false;
  private joined = Promise.withResolvers<void>();

  constructor(
    private readonly pool: Pool,
    listener: Pick<DirectConnection, 'listen'> | undefined,
  ) {
    this.stopListening = listener?.listen(progressChannel, {
      onNotice: (payload) => {
        for (const [name, position] of JSON.parse(payload) as [string, Position][]) this.learn(name, position);
        this.wakePassed();
      },
      // What was notified before that was missed: it is asked for at once.
      onListening: () => this.joined.resolve(),
      // A server that crashed may have lost rows that were seen: the log gives them again in a moment.
      onLost: () => this.known.clear(),
    });
  }

  async waitFor(names: readonly string[], position: Position, timeoutMs = 2_000): Promise<boolean> {
    if (this.hasPassed(names, position)) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter: Waiter = { names, position, ended: resolve };
    const timer = setTimeout(() => resolve(false), timeoutMs);
    this.waiters.add(waiter);
    this.joined.resolve();
    void this.keepAsking();
    const passed = await promise;
    clearTimeout(timer);
    this.waiters.delete(waiter);
    return passed;
  }

  close(): void {
    this.closing.abort();
    this.joined.resolve();
    this.stopListening?.();
  }

  private hasPassed(names: readonly string[], position: Position): boolean {
    return names.every((name) => {
      const at = this.known.get(name);
      return at !== undefined && isAtOrAfter(at, position);
    });
  }

  private learn(name: string, position: Position): void {
    const at = this.known.get(name);
    if (at === undefined || !isAtOrAfter(at, position)) this.known.set(name, position);
  }

  private wakePassed(): void {
    for (const waiter of this.waiters) if (this.hasPassed(waiter.names, waiter.position)) waiter.ended(true);
  }

  /** Runs one loop for all waiters, as long as there are any; it queries at once when another joins. */
  private async keepAsking(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    while (this.waiters.size > 0 && !this.closing.signal.aborted) {
      this.joined = Promise.withResolvers();
      try {
        for (const [name, position] of await this.ask()) this.learn(name, position);
        this.wakePassed();
      } catch (error) {
        // Nobody can read then either: whoever waits is told at once.
        if (error instanceof DependencyAwayError) for (const waiter of this.waiters) waiter.ended(false);
      }
      if (this.waiters.size > 0) await this.untilJoined();
    }
    this.asking = false;
  }

  /** Reads the checkpoints; makes runners hurry and notify the positions that they pass. */
  private async ask(): Promise<[string, Position][]> {
    const names = new Set([...this.waiters].flatMap((waiter) => waiter.names));
    const { rows } = await this.pool.query<[string | null, Position]>({
      name: 'projection_await',
      text: `select name, position from (select pg_notify($1, '')) asked
             left join projection.checkpoint on name = any($2::text[])`,
      values: [awaitedChannel, [...names]],
      rowMode: 'array',
    });
    return rows.filter((row): row is [string, Position] => row[0] !== null);
  }

  private async untilJoined(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.stopListening === undefined ? askAloneMs : askAgainMs);
    await Promise.race([late, this.joined.promise]);
    clearTimeout(timer);
  }
}

export interface ProgressSettings {
  pool: Pool;
  /** Tells of positions that were passed; without it they are asked for, fifty times a second while someone waits. */
  listener?: Pick<DirectConnection, 'listen'>;
}

/** Lets a reader wait for its own write, on any node. A position known to be passed needs no query of the database. */
export const createProjectionProgress = ({ pool, listener }: ProgressSettings): ProjectionProgress =>
  new ListeningProgress(pool, listener);
