export interface WindowState {
  allowed: boolean;
  /** Requests allowed in the window. */
  limit: number;
  remaining: number;
  /** When the whole limit is free again. */
  resetAt: Date;
  /** Whole seconds after which the next request passes; 0 when it may pass now. */
  retryAfter: number;
}

/** Never more than `limit` in any window of the given length; up to the limit at once. */
export interface RateLimiter {
  /**
   * Takes one request of the key's window unless it is used up. A refused one does not count. `limit` is
   * at least 1 (an unlimited caller does not ask) and may differ from call to call; `now` is in
   * milliseconds since the epoch.
   */
  consume(key: string, limit: number, windowMs: number, now?: number): Promise<WindowState> | WindowState;
}

/**
 * Room set aside before work whose cost is certain only afterwards. The first call settles it; later ones
 * change nothing, so `refund` may stand in a `finally`.
 */
export interface Reservation {
  /** The amount reserved when `actual` is omitted. More than was reserved is counted too. */
  commit(actual?: number): Promise<void>;
  refund(): Promise<void>;
}

export interface QuotaState {
  /** Committed and reserved. */
  used: number;
  limit: number;
  /** Infinity where the limit is 0. */
  remaining: number;
}

/** Amounts used in a period (for example characters of an organization on a UTC day). */
export interface Quotas {
  /** `undefined` when the amount does not fit any more; a limit of 0 is unlimited. */
  reserve(key: string, amount: number, limit: number): Promise<Reservation | undefined>;
  state(key: string, limit: number): Promise<QuotaState>;
  /** Sets what was used before this process started; what it has used itself is added to it. */
  restore(key: string, used: number): Promise<void>;
  /**
   * Puts what `read` says in the place of all that was settled when it began; reservations open then, and what came
   * since, are counted on top. So `read` must know of everything settled before it is called.
   */
  recount(key: string, read: () => Promise<number>): Promise<void>;
}

/** Places that may be taken at the same time, so many of each key. */
export interface Slots {
  /** What gives the slot back; `undefined` when all are taken. A limit of 0 is unlimited, and may differ from call to call. */
  take(key: string, limit: number): Promise<(() => void) | undefined> | (() => void) | undefined;
}

/** Bounded by bytes, least recently used first out. */
export interface ResponseCache {
  /** What it gives is shared and not to be changed. */
  get(key: string): Promise<Uint8Array | undefined> | Uint8Array | undefined;
  set(key: string, value: Uint8Array): Promise<void> | void;
}
