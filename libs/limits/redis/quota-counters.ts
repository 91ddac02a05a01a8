import { raiseAmount, reserveAmount, settleAmount } from './quota-scripts.js';
import type { SharedRedis } from './shared-redis.js';

export interface Settlement {
  key: string;
  /** The same one each time that it is told. */
  id: string;
  reserved: number;
  actual: number;
  /** By `performance.now()`; undefined where it was not reserved on Redis. */
  reservedAt: number | undefined;
}

/** What the counters answered; `unknown` where they have lost the key. */
export interface CounterState {
  outcome: 'done' | 'refused' | 'unknown';
  used: number;
}

export interface QuotaCountersOptions {
  redis: SharedRedis;
  /** After this time the owner of an open reservation must have died, and its amount is free again. */
  leaseMs: number;
  /** How long a key is kept after its last use. */
  lifetimeMs: number;
  /** Whether a key that Redis does not know is left alone, to be raised first to what was used. */
  leavesUnknown: boolean;
}

/** The sums on Redis. Everything rejects at once, or in time, while Redis is away. */
export class QuotaCounters {
  constructor(private readonly options: QuotaCountersOptions) {}

  reserve(key: string, amount: number, limit: number, id: string): Promise<CounterState> {
    const { leaseMs, lifetimeMs } = this.options;
    return this.run(reserveAmount, key, [amount, limit, id, leaseMs, lifetimeMs, this.leavesUnknown]);
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

  /** Makes the sum at least this. */
  raise(key: string, atLeast: number): Promise<CounterState> {
    return this.run(raiseAmount, key, [atLeast, this.options.lifetimeMs]);
  }

  async used(key: string): Promise<number | undefined> {
    const { redis } = this.options;
    const sum = await redis.run((client) => client.get(redis.keyOf(`quota:${key}`)));
    return sum === null ? undefined : Number(sum);
  }

  private get leavesUnknown(): number {
    return this.options.leavesUnknown ? 1 : 0;
  }

  private async run(
    script: typeof reserveAmount,
    key: string,
    args: readonly (string | number)[],
  ): Promise<CounterState> {
    const { redis } = this.options;
    const keys = [redis.keyOf(`quota:${key}`), redis.keyOf(`quota:${key}:open`)];
    const [code, used = 0] = await redis.run((client) => script.run(client, keys, args));
    return { outcome: code === 1 ? 'done' : code === 0 ? 'refused' : 'unknown', used };
  }
}
