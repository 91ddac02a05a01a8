import { KeyedSingleFlight } from '#libs/platform/async/single-flight.js';
import type { QuotaState, Quotas, Reservation } from '../limits.port.js';
import { IdleEvictingMap } from './idle-evicting-map.js';

interface Account {
  /** Amount used before this process started. */
  before: number;
  /** Amount committed or reserved by this process. */
  own: number;
  openReservations: number;
  /** Part of `own` that is reserved and not settled. */
  open: number;
  recounts: number;
  /** Open reservations by the names of their executions. */
  named: Map<string, NamedReservation>;
  touchedAt: number;
}

interface NamedReservation {
  amount: number;
  settle(actual: number): void;
}

export interface MemoryQuotasOptions {
  /** Milliseconds after which a key without use is forgotten: longer than a period. */
  keepIdleMs?: number;
  /** Reads the amount of a key used before this process first asks for it; 0 when omitted. */
  usedBefore?: (key: string) => Promise<number>;
  now?: () => number;
}

const twoDays = 48 * 3_600_000;

/** @throws RangeError */
export const assertAmount = (amount: number): void => {
  if (!(amount >= 0 && Number.isFinite(amount))) throw new RangeError(`Not an amount: ${amount}`);
};

export const quotaState = (used: number, limit: number): QuotaState => ({
  used,
  limit,
  remaining: limit > 0 ? Math.max(0, limit - used) : Number.POSITIVE_INFINITY,
});

export class MemoryQuotas implements Quotas {
  private readonly accounts: IdleEvictingMap<Account>;
  private readonly opening = new KeyedSingleFlight<Account>();
  private readonly usedBefore: ((key: string) => Promise<number>) | undefined;
  private readonly now: () => number;

  constructor({ keepIdleMs = twoDays, usedBefore, now = Date.now }: MemoryQuotasOptions = {}) {
    this.usedBefore = usedBefore;
    this.now = now;
    this.accounts = new IdleEvictingMap((account, at) => {
      return account.openReservations === 0 && at - account.touchedAt > keepIdleMs;
    });
  }

  /** Number of keys in memory. */
  get size(): number {
    return this.accounts.size;
  }

  async reserve(key: string, amount: number, limit: number, execution?: string): Promise<Reservation | undefined> {
    assertAmount(amount);
    const account = this.known(key) ?? (await this.open(key));
    const earlier = execution === undefined ? undefined : account.named.get(execution);
    const more = amount - (earlier?.amount ?? 0);
    const isTakenOver = earlier !== undefined && more <= 0;
    if (limit > 0 && !isTakenOver && account.before + account.own + more > limit) return undefined;
    earlier?.settle(0);
    account.own += amount;
    account.open += amount;
    account.openReservations += 1;
    let settled = false;
    const settle = (actual: number): void => {
      if (settled) return;
      assertAmount(actual);
      settled = true;
      account.own += actual - amount;
      account.open -= amount;
      account.openReservations -= 1;
      if (execution !== undefined) account.named.delete(execution);
    };
    if (execution !== undefined) account.named.set(execution, { amount, settle });
    return { commit: async (actual = amount) => settle(actual), refund: async () => settle(0) };
  }

  async reserved(key: string, execution: string): Promise<number> {
    return this.known(key)?.named.get(execution)?.amount ?? 0;
  }

  async state(key: string, limit: number): Promise<QuotaState> {
    const { before, own } = this.known(key) ?? (await this.open(key));
    return quotaState(before + own, limit);
  }

  async restore(key: string, used: number): Promise<void> {
    assertAmount(used);
    const account = this.known(key) ?? (await this.open(key));
    account.before = used;
  }

  async recount(key: string, read: () => Promise<number>): Promise<void> {
    const account = this.known(key) ?? (await this.open(key));
    const { recounts } = account;
    const settled = account.before + account.own - account.open;
    const used = await read();
    assertAmount(used);
    if (account.recounts !== recounts) return;
    account.recounts += 1;
    account.before += used - settled;
  }

  private known(key: string): Account | undefined {
    const account = this.accounts.get(key);
    if (account !== undefined) account.touchedAt = this.now();
    return account;
  }

  /**
   * Opens the account of a key; the first caller reads the amount used before, and the others wait for it (single
   * flight).
   */
  private open(key: string): Promise<Account> {
    return this.opening.run(key, () => this.openOnce(key));
  }

  private async openOnce(key: string): Promise<Account> {
    const before = (await this.usedBefore?.(key)) ?? 0;
    const touchedAt = this.now();
    const account = { before, own: 0, openReservations: 0, open: 0, recounts: 0, named: new Map(), touchedAt };
    this.accounts.add(key, account, touchedAt);
    return account;
  }
}
