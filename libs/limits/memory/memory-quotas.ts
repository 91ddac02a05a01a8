import type { QuotaState, Quotas, Reservation } from '../limits.port.js';
import { IdleEvictingMap } from './idle-evicting-map.js';

interface Account {
  /** Used before this process started. */
  before: number;
  /** Committed or reserved by this process. */
  own: number;
  openReservations: number;
  touchedAt: number;
}

export interface MemoryQuotasOptions {
  /** A key not asked for in this time is forgotten: longer than a period. */
  keepIdleMs?: number;
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
  private readonly now: () => number;

  constructor({ keepIdleMs = twoDays, now = Date.now }: MemoryQuotasOptions = {}) {
    this.now = now;
    this.accounts = new IdleEvictingMap((account, at) => {
      return account.openReservations === 0 && at - account.touchedAt > keepIdleMs;
    });
  }

  /** Keys remembered. */
  get size(): number {
    return this.accounts.size;
  }

  async reserve(key: string, amount: number, limit: number): Promise<Reservation | undefined> {
    assertAmount(amount);
    const account = this.accountOf(key);
    if (limit > 0 && account.before + account.own + amount > limit) return undefined;
    account.own += amount;
    account.openReservations += 1;
    let settled = false;
    const settle = (actual: number): void => {
      if (settled) return;
      assertAmount(actual);
      settled = true;
      account.own += actual - amount;
      account.openReservations -= 1;
    };
    return { commit: async (actual = amount) => settle(actual), refund: async () => settle(0) };
  }

  async state(key: string, limit: number): Promise<QuotaState> {
    const account = this.accounts.get(key);
    return quotaState(account ? account.before + account.own : 0, limit);
  }

  async restore(key: string, used: number): Promise<void> {
    assertAmount(used);
    this.accountOf(key).before = used;
  }

  private accountOf(key: string): Account {
    const touchedAt = this.now();
    const known = this.accounts.get(key);
    if (known) {
      known.touchedAt = touchedAt;
      return known;
    }
    const account = { before: 0, own: 0, openReservations: 0, touchedAt };
    this.accounts.add(key, account, touchedAt);
    return account;
  }
}
