import type { QuotaState, Quotas, Reservation } from '../limits.port.js';
import { IdleEvictingMap } from '../memory/idle-evicting-map.js';
import { assertAmount, quotaState } from '../memory/memory-quotas.js';
import {
  type CounterState,
  nameReservation,
  QuotaCounters,
  type ReservationName,
  type Settlement,
} from './quota-counters.js';
import { SettlementOutbox } from './settlement-outbox.js';
import { assertNodes, type SharedRedis } from './shared-redis.js';

export interface RedisQuotasOptions {
  redis: SharedRedis;
  /** Number of nodes that share the quotas: while Redis is unavailable, each gives its share of the rest. */
  nodes: number;
  /** Reads the amount of a key used by all nodes so far from the read model, where Redis does not know the key. */
  usedBefore?: (key: string) => Promise<number>;
  /** Milliseconds after which an open reservation of a dead process is free again; 1 hour when omitted. */
  leaseMs?: number;
  /** Milliseconds after which an unused key is forgotten: longer than a period. 3 days when omitted. */
  lifetimeMs?: number;
}

/** This node's knowledge of a key. */
interface Account {
  /** Sum of all nodes, last read from Redis. */
  known: number | undefined;
  /** Amount counted on Redis by this process. */
  own: number;
  /** Amount given by this node without Redis, and not sent to it yet. */
  untold: number;
  touchedAt: number;
}

const hourMs = 3_600_000;

const assertWhole = (amount: number): void => {
  assertAmount(amount);
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole amount: ${amount}`);
};

class RedisQuotas implements Quotas {
  private readonly counters: QuotaCounters;
  private readonly accounts: IdleEvictingMap<Account>;
  private readonly outbox = new SettlementOutbox((settlement) => this.tell(settlement));
  /** Amounts restored while Redis was unavailable. */
  private readonly unrestored = new Map<string, number>();

  constructor(private readonly options: RedisQuotasOptions) {
    const { redis, leaseMs = hourMs, lifetimeMs = 72 * hourMs, usedBefore } = options;
    this.counters = new QuotaCounters({ redis, leaseMs, lifetimeMs, leavesUnknown: usedBefore !== undefined });
    this.accounts = new IdleEvictingMap((account, at) => account.untold === 0 && at - account.touchedAt > lifetimeMs);
    redis.onReturn(() => void this.catchUp());
  }

  /** Names are known on Redis alone: while it is unavailable, whatever is asked for is checked. */
  async reserve(key: string, amount: number, limit: number, execution?: string): Promise<Reservation | undefined> {
    assertWhole(amount);
    const account = this.accountOf(key);
    const name = nameReservation(execution);
    const reservedAt = performance.now();
    const answer = await this.reserveOnRedis(key, amount, limit, name);
    if (answer === undefined) return this.reserveHere(account, key, amount, limit);
    account.known = answer.used;
    if (answer.outcome !== 'done') return undefined;
    account.own += amount;
    return settledOnce(amount, (actual) => {
      account.own += actual - amount;
      return this.outbox.send({ key, id: name.id, reserved: amount, actual, reservedAt });
    });
  }

  async reserved(key: string, execution: string): Promise<number> {
    return (await this.onRedis(() => this.counters.reserved(key, execution))) ?? 0;
  }

  async state(key: string, limit: number): Promise<QuotaState> {
    const account = this.accountOf(key);
    const used = await this.onRedis(() => this.counters.used(key));
    account.known = used ?? (await this.believed(account, key));
    return quotaState(account.known + account.untold, limit);
  }

  async restore(key: string, used: number): Promise<void> {
    assertWhole(used);
    this.unrestored.set(key, used);
    const account = this.accountOf(key);
    account.known = Math.max(account.known ?? 0, used + account.own);
    if (!this.options.redis.isDegraded) await this.raiseRestored(key, used);
  }

  /**
   * Recounts the key. While Redis is unavailable, nothing is recounted; a key that it lost is counted anew at its
   * next use.
   */
  async recount(key: string, read: () => Promise<number>): Promise<void> {
    const settled = await this.onRedis(() => this.counters.settled(key));
    if (settled === undefined) return;
    const used = await read();
    assertWhole(used);
    const answer = await this.onRedis(() => this.counters.correct(key, used - settled.amount, settled.recounts));
    if (answer !== undefined) this.accountOf(key).known = answer.used;
  }

  /** Reserves on Redis; undefined where it is unavailable. */
  private async reserveOnRedis(
    key: string,
    amount: number,
    limit: number,
    name: ReservationName,
  ): Promise<CounterState | undefined> {
    if (this.options.redis.isDegraded) return undefined;
    const reserve = () => this.onRedis(() => this.counters.reserve(key, amount, limit, name));
    let answer = await reserve();
    if (answer?.outcome === 'unknown') {
      await this.raiseToUsed(key);
      answer = await reserve();
    }
    if (answer?.outcome === 'done' || answer?.outcome === 'refused') return answer;
    // The response may be lost and the amount reserved all the same.
    void this.outbox.send({ key, id: name.id, reserved: amount, actual: 0, reservedAt: performance.now() });
    return undefined;
  }

  private async reserveHere(
    account: Account,
    key: string,
    amount: number,
    limit: number,
  ): Promise<Reservation | undefined> {
    account.known = await this.believed(account, key);
    const part = Math.floor(Math.max(0, limit - account.known) / this.options.nodes);
    if (limit > 0 && account.untold + amount > part) return undefined;
    account.untold += amount;
    return settledOnce(amount, async (actual) => {
      account.untold += actual - amount;
      if (actual > 0) this.outbox.add(key, actual);
      if (!this.options.redis.isDegraded) await this.outbox.flush();
    });
  }

  private async believed(account: Account, key: string): Promise<number> {
    return account.known ?? (await this.options.usedBefore?.(key)) ?? 0;
  }

  private async raiseToUsed(key: string): Promise<void> {
    const used = await this.options.usedBefore?.(key);
    if (used !== undefined) await this.onRedis(() => this.counters.raise(key, used));
  }

  private async raiseRestored(key: string, used: number): Promise<void> {
    const account = this.accountOf(key);
    const answer = await this.onRedis(() => this.counters.raise(key, used + account.own));
    if (answer === undefined) return;
    account.known = answer.used;
    if (this.unrestored.get(key) === used) this.unrestored.delete(key);
  }

  private async tell(settlement: Settlement): Promise<void> {
    const account = this.accountOf(settlement.key);
    const answer = await this.counters.settle(settlement);
    // A lost key is counted anew from the read model, which has this amount too.
    if (answer.outcome === 'unknown') await this.raiseToUsed(settlement.key);
    else account.known = answer.used;
    if (settlement.reservedAt !== undefined) return;
    account.untold -= settlement.actual;
    account.own += settlement.actual;
  }

  private async catchUp(): Promise<void> {
    for (const [key, used] of this.unrestored) await this.raiseRestored(key, used);
    await this.outbox.flush();
  }

  /** Runs the command; undefined where Redis is unavailable. The connection has reported the fault. */
  private async onRedis<T>(ask: () => Promise<T>): Promise<T | undefined> {
    return ask().catch(() => undefined);
  }

  private accountOf(key: string): Account {
    const touchedAt = Date.now();
    const found = this.accounts.get(key);
    if (found !== undefined) {
      found.touchedAt = touchedAt;
      return found;
    }
    const account = { known: undefined, own: 0, untold: 0, touchedAt };
    this.accounts.add(key, account, touchedAt);
    return account;
  }
}

const settledOnce = (reserved: number, settle: (actual: number) => Promise<void>): Reservation => {
  let isSettled = false;
  const once = async (actual: number): Promise<void> => {
    if (isSettled) return;
    assertWhole(actual);
    isSettled = true;
    await settle(actual);
  };
  return { commit: (actual = reserved) => once(actual), refund: () => once(0) };
};

/** Quotas that all nodes count together; while Redis is unavailable each node gives its share of the rest. */
export const createRedisQuotas = (options: RedisQuotasOptions): Quotas => {
  assertNodes(options.nodes);
  return new RedisQuotas(options);
};
