export interface WindowState {
  allowed: boolean;
  /** Number of requests allowed in the window. */
  limit: number;
  remaining: number;
  /** Time at which the whole limit is free again. */
  resetAt: Date;
  /** Whole seconds after which the next request passes; 0 when it may pass now. */
  retryAfter: number;
}

/** A key and the requests that its window allows, at least 1. */
export interface LimitedWindow {
  key: string;
  limit: number;
}

/** Allows at most `limit` requests in any window of the given length; up to the limit at once. */
export interface RateLimiter {
  /**
   * Takes one request of the key's window unless it is used up. A refused request does not count. `limit` is at least
   * 1 (an unlimited caller does not ask) and may differ from call to call; `now` is in milliseconds since the epoch.
   */
  consume(key: string, limit: number, windowMs: number, now?: number): Promise<WindowState> | WindowState;
  /**
   * Takes one request of each window, or of none when one of them is used up: `allowed` says of each whether it is
   * not. The states come in the order of the windows.
   */
  consumeAll(
    windows: readonly LimitedWindow[],
    windowMs: number,
    now?: number,
  ): Promise<readonly WindowState[]> | readonly WindowState[];
}

/**
 * An amount set aside before work whose cost is certain only afterwards. The first call settles it; later ones change
 * nothing, so `refund` may stand in a `finally`.
 */
export interface Reservation {
  /**
   * Commits the actual amount, or the amount reserved when omitted. An amount beyond the reservation is counted too.
   */
  commit(actual?: number): Promise<void>;
  refund(): Promise<void>;
}

export interface QuotaState {
  /** Sum of committed and reserved amounts. */
  used: number;
  limit: number;
  /** Amount that is left; Infinity where the limit is 0. */
  remaining: number;
}

/** Amounts used in a period (for example characters of an organization on a UTC day). */
export interface Quotas {
  /**
   * Reserves the amount; returns `undefined` when it does not fit any more. A limit of 0 is unlimited. Under the name of
   * an execution the amount that an earlier attempt reserved under it, and has not settled, is taken over: it is not
   * counted again, and fits whatever is left. The earlier reservation then settles nothing any more. A name that nothing
   * is reserved under gets no more than no name. An engine may forget names.
   */
  reserve(key: string, amount: number, limit: number, execution?: string): Promise<Reservation | undefined>;
  /** The amount that is reserved under the name of an execution and not settled. */
  reserved(key: string, execution: string): Promise<number>;
  state(key: string, limit: number): Promise<QuotaState>;
  /** Sets the amount used before this process started; the amount that it used itself is added. */
  restore(key: string, used: number): Promise<void>;
  /**
   * Replaces all that was settled when `read` began by its result; reservations open then, and amounts that came
   * since, are counted on top. So `read` must know of everything settled before it is called.
   */
  recount(key: string, read: () => Promise<number>): Promise<void>;
}

/** A number of slots for each key that may be taken at the same time. */
export interface Slots {
  /**
   * Takes a slot and returns the function that gives it back; `undefined` when all are taken. A limit of 0 is
   * unlimited, and may differ from call to call.
   */
  take(key: string, limit: number): Promise<(() => void) | undefined> | (() => void) | undefined;
}

/** A cache bounded by bytes that drops the least recently used entry first. */
export interface ResponseCache {
  /** Returns a shared value that must not be changed. */
  get(key: string): Promise<Uint8Array | undefined> | Uint8Array | undefined;
  set(key: string, value: Uint8Array): Promise<void> | void;
}
