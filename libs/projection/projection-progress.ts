import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isAtOrAfter, type Position } from '#libs/event-store/position.js';
import { progressChannel, readCheckpoints } from './checkpoint.js';

export interface ProjectionProgress {
  /** Whether all the named projections have passed `position` before the time is over. Never rejects. */
  waitFor(names: readonly string[], position: Position, timeoutMs?: number): Promise<boolean>;
  close(): Promise<void>;
}

interface Waiter {
  names: readonly string[];
  position: Position;
  passed: () => void;
}

/** Notifications come within a millisecond; polling is for when the listening connection is down. */
const pollMs = 100;
const reconnectMs = 500;

class ListeningProgress implements ProjectionProgress {
  private readonly known = new Map<string, Position>();
  private readonly waiters = new Set<Waiter>();
  private readonly closing = new AbortController();
  private readonly listening: Promise<void>;
  private polling = false;

  constructor(private readonly pool: Pool) {
    this.listening = this.keepListening();
  }

  async waitFor(names: readonly string[], position: Position, timeoutMs = 2_000): Promise<boolean> {
    if (this.hasPassed(names, position)) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter: Waiter = { names, position, passed: () => resolve(true) };
    const timer = setTimeout(() => resolve(false), timeoutMs);
    this.waiters.add(waiter);
    void this.poll();
    const passed = await promise;
    clearTimeout(timer);
    this.waiters.delete(waiter);
    return passed;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.listening;
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
    for (const waiter of this.waiters) if (this.hasPassed(waiter.names, waiter.position)) waiter.passed();
  }

  /** One loop for all waiters, for as long as there are any. */
  private async poll(): Promise<void> {
    if (this.polling) return;
    this.polling = true;
    while (this.waiters.size > 0 && !this.closing.signal.aborted) {
      const names = new Set([...this.waiters].flatMap((waiter) => waiter.names));
      const checkpoints = await readCheckpoints(this.pool, [...names]).catch(() => undefined);
      for (const { name, position } of checkpoints?.values() ?? []) this.learn(name, position);
      this.wakePassed();
      if (this.waiters.size > 0) await this.pause(pollMs);
    }
    this.polling = false;
  }

  private async keepListening(): Promise<void> {
    while (!this.closing.signal.aborted) {
      const client = await this.pool.connect().catch(() => undefined);
      if (client !== undefined) await this.listen(client);
      if (!this.closing.signal.aborted) await this.pause(reconnectMs);
    }
  }

  /** Until the connection breaks or this is closed. */
  private async listen(client: PoolClient): Promise<void> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    client.on('error', () => end());
    client.on('end', () => end());
    client.on('notification', ({ payload }) => {
      for (const [name, position] of JSON.parse(payload ?? '[]') as [string, Position][]) this.learn(name, position);
      this.wakePassed();
    });
    this.closing.signal.addEventListener('abort', () => end(), { once: true });
    if (this.closing.signal.aborted) end();
    await client.query(`listen ${progressChannel}`).catch(() => end());
    await ended;
    client.release(true);
  }

  private async pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.closing.signal }).catch(() => undefined);
  }
}

/**
 * Lets a reader wait for its own write, on any node. Takes one connection of the pool for as long as it is
 * open. What is known to be passed is answered without asking the database.
 */
export const createProjectionProgress = ({ pool }: { pool: Pool }): ProjectionProgress => new ListeningProgress(pool);
