import { hostname } from 'node:os';
import { DatabaseError } from 'pg';
import { anySignal } from '#libs/platform/async/any-signal.js';
import { HeldLease } from './held-lease.js';
import type { Lease, Leases } from './lease.port.js';
import { type LeaseQueries, LeaseRows } from './lease-rows.js';
import { type Listens, ReleaseNotices } from './release-notices.js';

export interface PostgresLeasesOptions {
  /** Milliseconds that a dead holder keeps its lease; `usualTtlMs` when omitted. */
  ttlMs?: number;
  renewMs?: number;
  /** Name of the holder, shown in the table for operators. */
  holder?: string;
  /** Tells of releases elsewhere; without it a waiting caller looks again by time alone. */
  listener?: Listens;
}

export const usualTtlMs = 5_000;

/** Part of the ttl by which a holder gives up before the server does, for its work in flight to end. */
const safetyMargin = 0.2;

/** Whether the connection was lost, the server shuts down or lacks resources, or the error is none of the server's. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof DatabaseError) || /^(08|53|57P|40)/.test(error.code ?? '');

class PostgresLeases implements Leases {
  private readonly held = new Set<HeldLease>();
  private readonly rows: LeaseRows;
  private readonly notices: ReleaseNotices;
  private readonly closing = new AbortController();
  private readonly ttlMs: number;
  private readonly renewMs: number;
  private renewal?: NodeJS.Timeout;

  constructor(queries: LeaseQueries, options: PostgresLeasesOptions) {
    this.ttlMs = options.ttlMs ?? usualTtlMs;
    this.renewMs = options.renewMs ?? this.ttlMs / 4;
    this.rows = new LeaseRows(queries, this.ttlMs, options.holder ?? `${hostname()}:${process.pid}`);
    this.notices = new ReleaseNotices(options.listener);
  }

  async acquire(name: string, signal: AbortSignal): Promise<Lease> {
    const ended = anySignal([signal, this.closing.signal]);
    let wake = () => {};
    let unwatch: (() => void) | undefined;
    const onEnded = () => wake();
    ended.addEventListener('abort', onEnded);
    try {
      for (;;) {
        ended.throwIfAborted();
        const { promise: woken, resolve } = Promise.withResolvers<void>();
        wake = resolve; // before asking, so that no release is missed
        const answer = await this.tryAcquire(name);
        if (answer instanceof HeldLease) {
          if (!ended.aborted) return answer;
          await answer.release();
          continue;
        }
        unwatch ??= this.notices.watch(name, () => wake());
        const timer = setTimeout(wake, this.retryDelay(answer.remainingMs));
        await woken;
        clearTimeout(timer);
      }
    } finally {
      unwatch?.();
      ended.removeEventListener('abort', onEnded);
    }
  }

  async close(): Promise<void> {
    this.closing.abort(new Error('Leases are closed'));
    clearTimeout(this.renewal);
    await Promise.all([...this.held].map((lease) => lease.release()));
  }

  private async tryAcquire(name: string): Promise<HeldLease | { remainingMs: number }> {
    const asked = performance.now();
    const answer = await this.rows.acquire(name).catch((error: unknown) => {
      if (!isPassing(error)) throw error;
      return { remainingMs: this.ttlMs / 4 };
    });
    if ('remainingMs' in answer) return answer;
    const lease = new HeldLease(name, answer.fencingToken, (released) => this.giveBack(released));
    this.held.add(lease);
    lease.lost.addEventListener('abort', () => this.held.delete(lease), { once: true });
    lease.holdUntil(this.deadlineAfter(asked));
    this.renewal ??= this.renewLater();
    return lease;
  }

  /** Counted from before the request was sent: the server, which counts from later, ends the lease later. */
  private deadlineAfter(asked: number): number {
    return asked + this.ttlMs * (1 - safetyMargin);
  }

  private renewLater(): NodeJS.Timeout {
    return setTimeout(() => void this.renew(), this.renewMs).unref();
  }

  private async renew(): Promise<void> {
    const renewing = [...this.held];
    const asked = performance.now();
    try {
      if (renewing.length > 0) {
        const renewed = await this.rows.renew(renewing);
        for (const lease of renewing) {
          if (renewed.has(lease.name)) lease.holdUntil(this.deadlineAfter(asked));
          else lease.lose('was taken over');
        }
      }
    } catch {
      // Each lease's own deadline decides; the next renewal may still be in time.
    }
    this.renewal = this.held.size > 0 && !this.closing.signal.aborted ? this.renewLater() : undefined;
  }

  private async giveBack(lease: HeldLease): Promise<void> {
    await this.rows.release(lease).catch(() => undefined);
  }

  /** Jitter: of many that wait for one dead holder, the first gets it without all trying in the same moment. */
  private retryDelay(remainingMs: number): number {
    return Math.min(remainingMs, this.ttlMs) + 1 + (Math.random() * this.ttlMs) / 20;
  }
}

/**
 * Leases in `leases.lease`, timed by the database's clock. A dead holder is succeeded after at most the ttl.
 * Renewals need a connection in time: give one that the work under the leases does not use.
 */
export const createPostgresLeases = (queries: LeaseQueries, options: PostgresLeasesOptions = {}): Leases =>
  new PostgresLeases(queries, options);
