import { randomUUID } from 'node:crypto';
import {
  correctAmount,
  raiseAmount,
  reserveAmount,
  reservedAmount,
  settleAmount,
  settledAmount,
} from './quota-scripts.js';
import type { RedisScript } from './redis-script.js';
import type { SharedRedis } from './shared-redis.js';

export interface Settlement {
  key: string;
  /** Id of the settlement, the same each time that it is sent. */
  id: string;
  reserved: number;
  actual: number;
  /** Time of the reservation by `performance.now()`; undefined where it was not reserved on Redis. */
  reservedAt: number | undefined;
}

/** State of the counters; `unknown` where they have lost the key. */
export interface CounterState {
  outcome: 'done' | 'refused' | 'unknown';
  used: number;
}

/** The id of a reservation, and the name of the execution that it is for. */
export interface ReservationName {
  id: string;
  execution: string | undefined;
}

export const nameReservation = (execution: string | undefined): ReservationName => {
  const id = randomUUID();
  return { id: execution === undefined ? id : `${execution}/${id}`, execution };
};

export interface QuotaCountersOptions {
  redis: SharedRedis;
  /** Milliseconds after which the owner of an open reservation must have died, and its amount is free again. */
  leaseMs: number;
  /** Milliseconds for which a key is kept after its last use. */
  lifetimeMs: number;
  /** Whether a key that Redis does not know is left unchanged, to be raised first to the amount used. */
  leavesUnknown: boolean;
}

/** The sums on Redis. All methods reject at once, or within the timeout, while Redis is unavailable. */
export class QuotaCounters {
  constructor(private readonly options: QuotaCountersOptions) {}

  reserve(key: string, amount: number, limit: number, { id, execution }: ReservationName): Promise<CounterState> {
    const { leaseMs, lifetimeMs } = this.options;
    const settings = [leaseMs, lifetimeMs, this.leavesUnknown];
    return this.run(reserveAmount, key, [amount, limit, id, ...settings, execution ?? '']);
  }

  /** Reads the amount that is reserved under the name of an execution. */
  async reserved(key: string, execution: string): Promise<number> {
    const [amount = 0] = await this.answer(reservedAmount, key, [execution]);
    return amount;
  }

  settle({ key, id, reserved, actual, reservedAt }: Settlement): Promise<CounterState> {
    const { leaseMs, lifetimeMs } = this.options;
    const isNew = reservedAt === undefined || performance.now() - reservedAt >= leaseMs;
    return this.run(settleAmount, key, [
      reserved,
      actual,
      id,
      leaseMs,
      lifetimeMs,
      isNew ? 1 : 0,
      isNew ? this.leavesUnknown : 0,
    ]);
  }

  /** Raises the sum to at least this amount. */
  raise(key: string, atLeast: number): Promise<CounterState> {
    return this.run(raiseAmount, key, [atLeast, this.options.lifetimeMs]);
  }

  /** Reads the sum without reservations; undefined where the counters have lost the key. */
  async settled(key: string): Promise<{ amount: number; recounts: number } | undefined> {
    const [code, amount = 0, recounts = 0] = await this.answer(settledAmount, key, []);
    return code === 1 ? { amount, recounts } : undefined;
  }

  /** Adds to the sum, unless it was recounted since. */
  correct(key: string, difference: number, recounts: number): Promise<CounterState> {
    return this.run(correctAmount, key, [difference, recounts, this.options.lifetimeMs]);
  }

  async used(key: string): Promise<number | undefined> {
    const { redis } = this.options;
    const sum = await redis.run((client) => client.get(redis.keyOf(`quota:${key}`)));
    return sum === null ? undefined : Number(sum);
  }

  private get leavesUnknown(): number {
    return this.options.leavesUnknown ? 1 : 0;
  }

  private async run(script: RedisScript, key: string, args: readonly (string | number)[]): Promise<CounterState> {
    const [code, used = 0] = await this.answer(script, key, args);
    return { outcome: code === 1 ? 'done' : code === 0 ? 'refused' : 'unknown', used };
  }

  private answer(script: RedisScript, key: string, args: readonly (string | number)[]): Promise<number[]> {
    const { redis } = this.options;
    const keys = ['', ':open', ':recounts', ':named'].map((part) => redis.keyOf(`quota:${key}${part}`));
    return redis.run((client) => script.run(client, keys, args));
  }
}
