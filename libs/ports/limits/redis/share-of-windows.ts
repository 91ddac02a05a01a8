import type { LimitedWindow, WindowState } from '../limits.port.js';
import { IdleEvictingMap } from '../memory/idle-evicting-map.js';
import { SlidingWindow } from '../memory/sliding-window.js';

/** The use of a key, as this node knows it. */
interface Account {
  key: string;
  windowMs: number;
  /** Requests of all nodes, last read from Redis. */
  known: number;
  knownAt: number;
  /** Requests that this node allowed without Redis, and has not reported to it yet; undefined where there are none. */
  taken: SlidingWindow | undefined;
}

/** Requests that this node allowed for a key while Redis was unavailable. */
export interface UnreportedRequests {
  key: string;
  windowMs: number;
  count: number;
}

/**
 * Counts the requests that one node of several allows while Redis is unavailable: its share of what was left of a
 * limit when Redis was last asked, or of the whole limit and at least 1 where it never was. Times are in milliseconds
 * and never go back.
 */
export class ShareOfWindows {
  private readonly accounts = new IdleEvictingMap<Account>(
    ({ taken, knownAt, windowMs }, at) => (taken?.used(at) ?? 0) === 0 && at - knownAt > windowMs,
  );
  private readonly unreported = new Set<Account>();

  constructor(private readonly nodes: number) {}

  /** Notes the number of requests of all nodes that Redis has counted in the window. */
  note(key: string, windowMs: number, used: number, now: number): void {
    const account = this.accountOf(key, windowMs, now);
    account.known = used;
    account.knownAt = now;
  }

  /** Takes one request of each window, or of none when this node's share of one of them is used up. */
  take(windows: readonly LimitedWindow[], windowMs: number, now: number): WindowState[] {
    const shares = windows.map(({ key, limit }) => this.shareOf(this.accountOf(key, windowMs, now), limit, now));
    const takes = shares.every(({ taken, rest }) => taken.used(now) < rest);
    return shares.map(({ account, share, rest, taken }) => {
      const allowed = taken.used(now) < rest;
      if (takes) this.takeFrom(account, taken, now);
      const remaining = Math.max(0, rest - taken.used(now));
      const knownUntil = account.knownAt + windowMs;
      const roomAt = rest === 0 ? knownUntil : taken.fewerThanAt(rest);
      return {
        allowed,
        limit: share,
        remaining,
        resetAt: new Date(Math.ceil(Math.max(taken.freeAt(), knownUntil))),
        retryAfter: remaining > 0 ? 0 : Math.ceil((roomAt - now) / 1_000),
      };
    });
  }

  /** Returns what was allowed without Redis since the last report, and takes it for reported. */
  report(now: number): UnreportedRequests[] {
    const requests = [...this.unreported].map(({ key, windowMs, taken }) => ({
      key,
      windowMs,
      count: taken?.used(now) ?? 0,
    }));
    for (const account of this.unreported) account.taken = undefined;
    this.unreported.clear();
    return requests.filter(({ count }) => count > 0);
  }

  /** Takes back what could not be reported. */
  unreport({ key, windowMs, count }: UnreportedRequests, now: number): void {
    const account = this.accountOf(key, windowMs, now);
    const taken = account.taken ?? new SlidingWindow(windowMs);
    for (let request = 0; request < count; request += 1) this.takeFrom(account, taken, now);
  }

  private shareOf(account: Account, limit: number, now: number) {
    const share = Math.max(1, Math.floor(limit / this.nodes));
    const known = now - account.knownAt < account.windowMs ? account.known : 0;
    const rest = known === 0 ? share : Math.floor(Math.max(0, limit - known) / this.nodes);
    return { account, share, rest, taken: account.taken ?? new SlidingWindow(account.windowMs) };
  }

  private takeFrom(account: Account, taken: SlidingWindow, now: number): void {
    taken.take(now);
    account.taken = taken;
    this.unreported.add(account);
  }

  private accountOf(key: string, windowMs: number, now: number): Account {
    const name = `${windowMs}:${key}`;
    let account = this.accounts.get(name);
    if (account === undefined) {
      account = { key, windowMs, known: 0, knownAt: Number.NEGATIVE_INFINITY, taken: undefined };
      this.accounts.add(name, account, now);
    }
    return account;
  }
}
