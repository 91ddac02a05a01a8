import { FairQueue } from './fair-queue.js';

export interface FairSlotsOptions {
  /** Number of slots; unbounded when omitted. */
  slots?: number;
  /** Maximum slots that one key has at a time; all of them when omitted. */
  perKey?: number;
  /** Maximum callers that wait under one key; unbounded when omitted. */
  maxWaiting?: number;
  /** Milliseconds that a caller waits at most; unbounded when omitted. */
  waitMs?: number;
}

/** No slot came free in time, or too many wait for one already. */
export class NoSlotError extends Error {
  override readonly name = 'NoSlotError';
  readonly retryable = true;
}

/** Gives the slot back; later calls do nothing. */
export type LeaveSlot = () => void;

interface Waiter {
  enter: () => void;
  fail: (reason: unknown) => void;
}

/**
 * Bounds work at a time, and shares it by key (an organization): callers wait in turns by key, and no key has more
 * than its share. A key that floods them lets another wait for what is in hand, and for nothing more.
 */
export class FairSlots {
  private readonly waiters = new FairQueue<Waiter>();
  private readonly held = new Map<string, number>();
  private free: number;
  private closedFor: { reason: unknown } | undefined;

  constructor(private readonly options: FairSlotsOptions) {
    this.free = options.slots ?? Number.POSITIVE_INFINITY;
  }

  /** Takes a slot where one is free for the key now. */
  tryEnter(key: string): LeaveSlot | undefined {
    if (this.free === 0 || !this.mayHold(key) || this.closedFor !== undefined) return undefined;
    return this.hold(key);
  }

  /** Waits for a slot, for `waitMs` milliseconds where they are given. @throws NoSlotError, the signal's reason */
  async enter(key: string, signal?: AbortSignal, waitMs = this.options.waitMs): Promise<LeaveSlot> {
    signal?.throwIfAborted();
    if (this.closedFor !== undefined) throw this.closedFor.reason;
    return this.tryEnter(key) ?? (await this.turn(key, signal, waitMs));
  }

  /** Does the work in a slot. @throws as `enter`, and what the work throws */
  async run<Result>(key: string, work: () => Promise<Result>, waitMs?: number): Promise<Result> {
    const leave = await this.enter(key, undefined, waitMs);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Lets nobody in any more; those who wait fail with the reason. */
  close(reason: unknown): void {
    this.closedFor = { reason };
    for (const { fail } of this.waiters.clear()) fail(reason);
  }

  private readonly mayHold = (key: string): boolean =>
    (this.held.get(key) ?? 0) < (this.options.perKey ?? Number.POSITIVE_INFINITY);

  private hold(key: string): LeaveSlot {
    this.free -= 1;
    this.held.set(key, (this.held.get(key) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.release(key);
    };
  }

  private release(key: string): void {
    this.free += 1;
    const left = (this.held.get(key) ?? 1) - 1;
    if (left === 0) this.held.delete(key);
    else this.held.set(key, left);
    this.waiters.take(this.mayHold)?.enter();
  }

  private turn(key: string, signal: AbortSignal | undefined, waitMs: number | undefined): Promise<LeaveSlot> {
    const { maxWaiting } = this.options;
    if (maxWaiting !== undefined && this.waiters.waiting(key) >= maxWaiting) {
      throw new NoSlotError('Too many wait for their turn already');
    }
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const fail = (reason: unknown): void => {
        settle();
        this.waiters.remove(key, waiter);
        reject(reason);
      };
      const enter = (): void => {
        settle();
        resolve(this.hold(key));
      };
      const onAbort = (): void => fail(signal?.reason);
      const waiter: Waiter = { enter, fail };
      const onTimeout = (): void => fail(new NoSlotError('No turn came in time'));
      const timer = waitMs === undefined ? undefined : setTimeout(onTimeout, waitMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.waiters.add(key, waiter);
    });
  }
}
