import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quotasContract } from '../limits.contract.js';
import { RedisFixture } from './redis.fixture.js';
import { createRedisQuotas, type RedisQuotasOptions } from './redis-quotas.js';

let fixture: RedisFixture;
beforeAll(async () => {
  fixture = await RedisFixture.start();
});
afterAll(() => fixture.close());

const quotasOf = async (options: Partial<RedisQuotasOptions> & { prefix?: string } = {}) => {
  const { prefix = randomUUID(), ...rest } = options;
  return createRedisQuotas({ redis: await fixture.connected({ prefix }), nodes: 2, ...rest });
};

quotasContract('Redis', () => quotasOf());

describe('quotas on Redis', () => {
  it('quotas on Redis are shared by all nodes', async () => {
    const prefix = randomUUID();
    const nodes = [await quotasOf({ prefix }), await quotasOf({ prefix })];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => nodes[index % 2]?.reserve('day', 3, 100)),
    );
    expect(answers.filter(Boolean)).toHaveLength(33);
    await answers.find(Boolean)?.refund();
    expect((await nodes[1]?.state('day', 100))?.used).toBe(96);
  });

  it('an amount that several nodes restore at any time is counted once', async () => {
    const prefix = randomUUID();
    const early = await quotasOf({ prefix });
    await early.restore('day', 50);
    await (await early.reserve('day', 30, 100))?.commit();
    const late = await quotasOf({ prefix });
    await late.restore('day', 80);
    expect((await late.state('day', 100)).used).toBe(80);
    await late.restore('day', 10);
    expect((await late.state('day', 100)).used).toBe(80);
  });

  it('a key that Redis does not know, also after it lost everything, begins with the amount used', async () => {
    let used = 40;
    const quotas = await quotasOf({ usedBefore: async () => used });
    const reservation = await quotas.reserve('day', 10, 100);
    expect((await quotas.state('day', 100)).used).toBe(50);
    await fixture.admin.flushall();
    used = 90;
    await reservation?.commit();
    expect(await quotas.reserve('day', 11, 100)).toBeUndefined();
    expect((await quotas.state('day', 100)).used).toBe(90);
  });

  it('a failure to read the amount used before is reported', async () => {
    const quotas = await quotasOf({ usedBefore: () => Promise.reject(new Error('no read model')) });
    await expect(quotas.reserve('day', 1, 100)).rejects.toThrow('no read model');
  });

  it('reservations of a dead process are freed, but not those that are settled late', async () => {
    const prefix = randomUUID();
    const died = await quotasOf({ prefix, leaseMs: 200 });
    const late = await died.reserve('day', 30, 100);
    await died.reserve('day', 60, 100);
    await setTimeout(300);
    const quotas = await quotasOf({ prefix });
    await (await quotas.reserve('day', 1, 100))?.refund();
    expect((await quotas.state('day', 100)).used).toBe(0);
    await late?.commit(20);
    expect((await quotas.state('day', 100)).used).toBe(20);
  });

  it('another node takes over what an execution reserved on one that died, until it is freed', async () => {
    const prefix = randomUUID();
    const died = await quotasOf({ prefix, leaseMs: 60_000 });
    await died.reserve('day', 70, 100, 'req_1');
    const other = await quotasOf({ prefix, leaseMs: 200 });
    expect(await other.reserved('day', 'req_1')).toBe(70);
    expect(await other.reserve('day', 70, 100, 'req_1')).toBeDefined();
    expect((await other.state('day', 100)).used).toBe(70);
    await setTimeout(300);
    await other.reserve('day', 90, 100);
    expect(await other.reserved('day', 'req_1')).toBe(0);
    expect(await other.reserve('day', 70, 100, 'req_1')).toBeUndefined();
  });

  it('quotas keep no key on Redis for longer than some days', async () => {
    const prefix = randomUUID();
    const quotas = await quotasOf({ prefix });
    await quotas.reserve('day', 5, 10, 'req_1');
    await quotas.restore('another day', 5);
    const keys = await fixture.admin.keys(`${prefix}quota:*`);
    expect(keys).toHaveLength(4);
    for (const key of keys) expect(await fixture.admin.pttl(key)).toBeGreaterThan(2 * 24 * 3_600_000);
  });

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('a quota refuses the amount %d', async (amount) =>
    expect((await quotasOf()).reserve('day', amount, 10)).rejects.toThrow(RangeError),
  );
});
