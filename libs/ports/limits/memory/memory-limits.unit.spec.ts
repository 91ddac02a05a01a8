import { describe, expect, it } from 'vitest';
import { quotasContract, rateLimiterContract, responseCacheContract } from '../limits.contract.js';
import { MemoryQuotas } from './memory-quotas.js';
import { MemoryRateLimiter } from './memory-rate-limiter.js';
import { MemoryResponseCache } from './memory-response-cache.js';

rateLimiterContract('memory', async () => new MemoryRateLimiter());
quotasContract('memory', async () => new MemoryQuotas());
responseCacheContract('memory', async (maxBytes) => new MemoryResponseCache(maxBytes));

const minute = 60_000;
const start = Date.UTC(2026, 0, 1);

describe('memory rate limiter', () => {
  it('idle keys are forgotten while new ones come', () => {
    const limiter = new MemoryRateLimiter();
    for (let i = 0; i < 100_000; i += 1) limiter.consume(`key ${i}`, 10, minute, start + i * 60);
    expect(limiter.size).toBeLessThan(2500); // a thousand are in use at any time
  });

  it('a key whose requests still count is not forgotten', () => {
    const limiter = new MemoryRateLimiter();
    limiter.consume('key', 1, minute, start);
    for (let i = 0; i < 10_000; i += 1) limiter.consume(`key ${i}`, 10, minute, start + i);
    expect(limiter.consume('key', 1, minute, start + 10_000).allowed).toBe(false);
  });

  it('windows of different lengths of one key are kept apart', () => {
    const limiter = new MemoryRateLimiter();
    limiter.consume('key', 1, minute, start);
    expect(limiter.consume('key', 1, 1000, start).allowed).toBe(true);
    expect(limiter.consume('key', 1, minute, start + 2000).allowed).toBe(false);
  });

  it('a time that goes back neither frees nor blocks a key', () => {
    const limiter = new MemoryRateLimiter();
    limiter.consume('key', 2, minute, start);
    expect(limiter.consume('key', 2, minute, start - 3_600_000).allowed).toBe(true);
    expect(limiter.consume('key', 2, minute, start - 3_600_000).allowed).toBe(false);
    expect(limiter.consume('key', 2, minute, start + 2 * minute).allowed).toBe(true);
  });

  it('a rate limiter has a clock of its own', () => {
    const before = Date.now();
    const { resetAt } = new MemoryRateLimiter().consume('key', 1, minute);
    expect(Math.abs(resetAt.getTime() - before - minute)).toBeLessThan(minute / 2);
  });

  it('a limit that allows nothing is refused as an argument', () => {
    expect(() => new MemoryRateLimiter().consume('key', 0, minute)).toThrow(RangeError);
    expect(() => new MemoryRateLimiter().consume('key', Number.NaN, minute)).toThrow(RangeError);
  });
});

describe('memory quotas', () => {
  it('quotas begin with the amount used before, read once for many concurrent callers', async () => {
    let asked = 0;
    const usedBefore = async () => {
      asked += 1;
      return 40;
    };
    const quotas = new MemoryQuotas({ usedBefore });
    const answers = await Promise.all(Array.from({ length: 10 }, () => quotas.reserve('day', 10, 100)));
    expect(answers.filter(Boolean)).toHaveLength(6);
    expect(asked).toBe(1);
  });

  it('the amount used before is read again after a failure to read it', async () => {
    let isAway = true;
    const quotas = new MemoryQuotas({
      usedBefore: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(95)),
    });
    await expect(quotas.reserve('day', 10, 100)).rejects.toThrow('away');
    isAway = false;
    expect(await quotas.reserve('day', 10, 100)).toBeUndefined();
  });

  it('periods that are over are forgotten while new ones come, but none with open reservations', async () => {
    let now = start;
    const quotas = new MemoryQuotas({ keepIdleMs: 1000, now: () => now });
    await quotas.reserve('open', 5, 10);
    for (let i = 0; i < 10_000; i += 1) {
      now += 10;
      await (await quotas.reserve(`day ${i}`, 1, 10))?.commit();
    }
    expect(quotas.size).toBeLessThan(300); // a hundred are in use at any time
    expect((await quotas.state('open', 10)).used).toBe(5);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('a quota refuses the amount %d', async (amount) => {
    await expect(new MemoryQuotas().reserve('day', amount, 10)).rejects.toThrow(RangeError);
  });
});

describe('memory response cache', () => {
  it('a cache counts keys and bookkeeping to its bytes', () => {
    const cache = new MemoryResponseCache(100_000);
    for (let i = 0; i < 10_000; i += 1) cache.set(`key ${i}`, new Uint8Array(1));
    expect(cache.bytes).toBeLessThanOrEqual(100_000);
    expect(cache.get('key 0')).toBeUndefined();
    expect(cache.get('key 9999')).toBeDefined();
  });

  it('a cache does not hold the large buffer that a small value is a view of', () => {
    const cache = new MemoryResponseCache(10_000);
    cache.set('key', new Uint8Array(1_000_000).subarray(0, 10));
    expect(cache.get('key')?.buffer.byteLength).toBe(10);
  });

  it('a cache without room keeps nothing', () => {
    const cache = new MemoryResponseCache(0);
    cache.set('key', new Uint8Array(1));
    expect(cache.get('key')).toBeUndefined();
  });
});
