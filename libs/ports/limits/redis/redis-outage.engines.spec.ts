import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { startRedis } from '#test/servers/redis.js';
import type { RateLimiter, Reservation } from '../limits.port.js';
import { RedisFixture } from './redis.fixture.js';
import { createRedisQuotas } from './redis-quotas.js';
import { createRedisRateLimiter } from './redis-rate-limiter.js';
import { SharedRedis } from './shared-redis.js';

const minute = 60_000;
const now = Date.UTC(2026, 0, 1);

let fixture: RedisFixture;
let redis: SharedRedis;
let degraded: boolean[];
beforeEach(async () => {
  fixture = await RedisFixture.start();
  degraded = [];
  redis = await fixture.connected({ onDegraded: (isDegraded) => degraded.push(isDegraded), answerWithinMs: 500 });
});
afterEach(() => fixture.close());

const becomes = (isDegraded: boolean) => vi.waitUntil(() => redis.isDegraded === isDegraded, { timeout: 30_000 });

const allowedOf = async (limiter: RateLimiter, key: string, limit: number): Promise<number> => {
  let allowed = 0;
  while ((await limiter.consume(key, limit, minute)).allowed) allowed += 1;
  return allowed;
};

describe('a Redis that is killed', () => {
  it('each node enforces its share of a limit, at least 1, while Redis is down, and shares again after it', async () => {
    const limiter = createRedisRateLimiter({ redis, nodes: 4 });
    expect(await allowedOf(limiter, 'used up', 20)).toBe(20);
    await fixture.kill();
    await becomes(true);
    expect(await allowedOf(limiter, 'used up', 20)).toBe(0);
    expect(await allowedOf(limiter, 'key', 20)).toBe(5);
    expect((await limiter.consume('rare', 1, minute, now)).allowed).toBe(true);
    await fixture.restart();
    await becomes(false);
    expect((await limiter.consume('fresh', 20, minute, now)).remaining).toBe(19);
    expect(degraded).toEqual([false, true, false]);
  });

  it('each node gives its share of the remaining quota while Redis is down, and reports it afterwards', async () => {
    const quotas = createRedisQuotas({ redis, nodes: 2 });
    const before = await quotas.reserve('day', 40, 100);
    await fixture.kill();
    await becomes(true);
    expect(await quotas.reserve('day', 31, 100)).toBeUndefined();
    const here = await quotas.reserve('day', 30, 100);
    expect(await quotas.reserve('day', 1, 100)).toBeUndefined();
    expect(await quotas.reserve('unlimited', 1_000_000, 0)).toBeDefined();
    expect(await quotas.state('day', 100)).toEqual({ used: 70, limit: 100, remaining: 30 });
    await before?.commit(25);
    await here?.commit(20);
    await fixture.restart();
    await becomes(false);
    await vi.waitUntil(async () => (await fixture.admin.get(redis.keyOf('quota:day'))) === '45', { timeout: 30_000 });
    expect(await quotas.state('day', 100)).toEqual({ used: 45, limit: 100, remaining: 55 });
  });

  it('a quota that was used up before the outage gives nothing during it', async () => {
    const quotas = createRedisQuotas({ redis, nodes: 2 });
    await (await quotas.reserve('day', 100, 100))?.commit();
    await fixture.kill();
    await becomes(true);
    expect(await quotas.reserve('day', 1, 100)).toBeUndefined();
  });

  it('amounts reserved, settled or restored during an outage are counted when Redis is back', async () => {
    const quotas = createRedisQuotas({ redis, nodes: 1, usedBefore: async () => 10 });
    await fixture.kill();
    await becomes(true);
    const here = await quotas.reserve('day', 30, 100);
    await quotas.restore('day', 50);
    await fixture.restart();
    await becomes(false);
    await here?.commit(5);
    expect((await quotas.state('day', 100)).used).toBe(55);
  });
});

describe('a Redis that hangs', () => {
  it('a Redis that hangs holds a caller up for no more than the timeout, and after that none at all', async () => {
    const limiter = createRedisRateLimiter({ redis, nodes: 2 });
    const quotas = createRedisQuotas({ redis, nodes: 2 });
    await quotas.reserve('day', 10, 100);
    fixture.running.server.pause();
    const start = performance.now();
    let reservation: Reservation | undefined;
    await Promise.all([
      limiter.consume('key', 10, minute, now),
      quotas.reserve('day', 5, 100).then((given) => {
        reservation = given;
      }),
    ]);
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(redis.isDegraded).toBe(true);
    const atOnce = performance.now();
    for (let round = 0; round < 200; round += 1) await limiter.consume('key', 10, minute, now);
    expect(performance.now() - atOnce).toBeLessThan(500);
    await reservation?.commit();
    fixture.running.server.resume();
    await becomes(false);
    await vi.waitUntil(async () => (await quotas.state('day', 100)).used === 15, { timeout: 30_000 });
  });
});

describe('a Redis that comes and goes', () => {
  it('a Redis that pauses again and again lets no key have more than its limit and 5 %', async () => {
    const other = await fixture.connected({ answerWithinMs: 500 });
    const limiters = [redis, other].map((each) => createRedisRateLimiter({ redis: each, nodes: 2 }));
    let allowed = 0;
    for (let round = 0; round < 6; round += 1) {
      for (const limiter of limiters) {
        for (let request = 0; request < 10; request += 1) {
          if ((await limiter.consume('key', 100, minute)).allowed) allowed += 1;
        }
      }
      await fixture.admin.call('CLIENT', 'PAUSE', '1200', 'ALL');
      for (const limiter of limiters) allowed += await allowedOf(limiter, 'key', 100);
      await vi.waitUntil(() => !redis.isDegraded && !other.isDegraded, { timeout: 30_000 });
    }
    for (const limiter of limiters) allowed += await allowedOf(limiter, 'key', 100);
    // A node does not know what the other took since it last asked itself.
    expect(allowed).toBeLessThanOrEqual(105);
  });
});

describe('a Redis that takes no writes', () => {
  it('a Redis that takes no writes counts as unavailable until it does', async () => {
    await fixture.admin.config('SET', 'maxmemory', '1');
    const limiter = createRedisRateLimiter({ redis, nodes: 2 });
    expect((await limiter.consume('key', 10, minute, now)).limit).toBe(5);
    expect(redis.isDegraded).toBe(true);
    await fixture.admin.config('SET', 'maxmemory', '0');
    await becomes(false);
    expect((await limiter.consume('key', 10, minute, now)).limit).toBe(10);
  });
});

describe('a Redis that is not there at the start', () => {
  it('a Redis that is missing at the start is used once it comes', async () => {
    const port = await freePort();
    const told: boolean[] = [];
    const late = new SharedRedis({
      url: `redis://127.0.0.1:${port}`,
      prefix: randomUUID(),
      onDegraded: (is) => told.push(is),
    });
    const limiter = createRedisRateLimiter({ redis: late, nodes: 2 });
    expect((await limiter.consume('key', 10, minute, now)).limit).toBe(5);
    await vi.waitUntil(() => told.length > 0, { timeout: 30_000 });
    const running = await startRedis({ port });
    await vi.waitUntil(() => !late.isDegraded, { timeout: 30_000 });
    expect(told).toEqual([true, false]);
    late.close();
    await running.server.stop();
  });

  it('a Redis that wants other credentials is reported without them', async () => {
    const guarded = await startRedis({ password: 'the-right-one' });
    const faults: Error[] = [];
    const refused = new SharedRedis({
      url: `redis://:the-wrong-one@127.0.0.1:${guarded.port}`,
      onFault: (error) => faults.push(error),
    });
    await vi.waitUntil(() => faults.some(({ message }) => message.includes('WRONGPASS')), { timeout: 30_000 });
    expect(JSON.stringify(faults.map((fault) => ({ ...fault, text: String(fault) })))).not.toContain('the-wrong-one');
    expect(refused.isDegraded).toBe(true);
    refused.close();
    await guarded.server.stop();
  });
});
