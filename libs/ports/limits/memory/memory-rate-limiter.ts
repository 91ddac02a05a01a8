import type { LimitedWindow, RateLimiter, WindowState } from '../limits.port.js';
import { IdleEvictingMap } from './idle-evicting-map.js';
import { SlidingWindow } from './sliding-window.js';

/** Returns milliseconds since the epoch that never go back: setting the clock must neither free nor block a key. */
export const monotonicNow = (): number => performance.timeOrigin + performance.now();

/** @throws RangeError */
export const assertLimit = (limit: number): void => {
  if (!(limit >= 1)) throw new RangeError(`A limit is at least 1, not ${limit}`);
};

export class MemoryRateLimiter implements RateLimiter {
  private readonly windowsByLength = new Map<number, IdleEvictingMap<SlidingWindow>>();

  /** Number of keys in memory. */
  get size(): number {
    return this.windowsByLength.values().reduce((sum, windows) => sum + windows.size, 0);
  }

  consume(key: string, limit: number, windowMs: number, now = monotonicNow()): WindowState {
    assertLimit(limit);
    const window = this.windowOf(key, windowMs, now);
    const allowed = window.used(now) < limit;
    if (allowed) window.take(now);
    return stateOf(window, allowed, limit, now);
  }

  consumeAll(limited: readonly LimitedWindow[], windowMs: number, now = monotonicNow()): WindowState[] {
    const allowed = limited.map(({ key, limit }) => {
      assertLimit(limit);
      return (this.known(key, windowMs)?.used(now) ?? 0) < limit;
    });
    const takes = !allowed.includes(false);
    return limited.map(({ key, limit }, index) => {
      // A window is kept from its first request on: one without any would be forgotten with the next that is added.
      const window = takes
        ? this.windowOf(key, windowMs, now)
        : (this.known(key, windowMs) ?? new SlidingWindow(windowMs));
      if (takes) window.take(now);
      return stateOf(window, allowed[index] === true, limit, now);
    });
  }

  private known(key: string, windowMs: number): SlidingWindow | undefined {
    return this.windowsByLength.get(windowMs)?.get(key);
  }

  private windowOf(key: string, windowMs: number, now: number): SlidingWindow {
    let windows = this.windowsByLength.get(windowMs);
    if (!windows) {
      windows = new IdleEvictingMap((window, at) => window.used(at) === 0);
      this.windowsByLength.set(windowMs, windows);
    }
    let window = windows.get(key);
    if (!window) {
      window = new SlidingWindow(windowMs);
      windows.add(key, window, now);
    }
    return window;
  }
}

const stateOf = (window: SlidingWindow, allowed: boolean, limit: number, now: number): WindowState => {
  const remaining = Math.max(0, limit - window.used(now));
  return {
    allowed,
    limit,
    remaining,
    resetAt: new Date(Math.ceil(window.freeAt())),
    retryAfter: remaining > 0 ? 0 : Math.ceil((window.fewerThanAt(limit) - now) / 1000),
  };
};
