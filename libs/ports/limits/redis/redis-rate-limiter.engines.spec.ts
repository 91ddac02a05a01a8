import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateLimiterContract } from '../limits.contract.js';
import { RedisFixture } from './redis.fixture.js';
import { createRedisRateLimiter } from './redis-rate-limiter.js';

const minute = 60_000;
const start = Date.UTC(2026, 0, 1);

let fixture: RedisFixture;
beforeAll(async () => {
  fixture = await RedisFixture.start();
});
afterAll(() => fixture.close());

const limiterOf = async (prefix: string = randomUUID()) =>
  createRedisRateLimiter({ redis: await fixture.connected({ prefix }), nodes: 2 });

rateLimiterContract('Redis', () => limiterOf());

describe('a limit on Redis', () => {
  it('a limit on Redis is shared by all nodes', async () => {
    const prefix = randomUUID();
    const [one, two] = [await limiterOf(prefix), await limiterOf(prefix)];
    const states = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? one : two).consume('key', 10, minute, start)),
    );
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(10);
  });

  it('the clock of the server counts where no time is given', async () => {
    const { resetAt } = await (await limiterOf()).consume('key', 1, minute);
    expect(Math.abs(resetAt.getTime() - Date.now() - minute)).toBeLessThan(minute / 2);
  });

  it('a time that goes back a little neither frees nor blocks a key, and one far ahead is forgotten', async () => {
    const limiter = await limiterOf();
    await limiter.consume('key', 2, minute, start);
    expect((await limiter.consume('key', 2, minute, start - 30_000)).allowed).toBe(true);
    expect((await limiter.consume('key', 2, minute, start - 30_000)).allowed).toBe(false);
    expect((await limiter.consume('key', 2, minute, start - 3_600_000)).allowed).toBe(true);
  });

  it('requests are kept for no longer than their window, and windows of different lengths apart', async () => {
    const prefix = randomUUID();
    const limiter = await limiterOf(prefix);
    await limiter.consume('key', 1, minute, start);
    expect((await limiter.consume('key', 1, 1_000, start)).allowed).toBe(true);
    for (const key of await fixture.admin.keys(`${prefix}rate:*`)) {
      expect(await fixture.admin.pttl(key)).toBeGreaterThan(0);
      expect(await fixture.admin.pttl(key)).toBeLessThanOrEqual(minute * 1.05);
    }
  });

  it('a limit that allows nothing is refused as an argument', async () => {
    await expect((await limiterOf()).consume('key', 0, minute)).rejects.toThrow(RangeError);
    expect(() => createRedisRateLimiter({ redis: fixture.unconnected(), nodes: 0 })).toThrow(RangeError);
  });
});
