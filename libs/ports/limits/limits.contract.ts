import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Quotas, RateLimiter, ResponseCache } from './limits.port.js';

const start = Date.UTC(2026, 0, 1);
const minute = 60_000;
/** Fraction of the limit or of the window by which an engine may be off. */
const tolerance = 0.05;

/** Makes a `Uint8Array`, not a `Buffer`: an engine may return either. */
const bytes = (...values: number[]) => Uint8Array.from(values);

interface Arrival {
  /** Milliseconds since the request before. */
  gap: number;
  times: number;
}

const arrivals = fc.array(
  fc.record({
    gap: fc.oneof(fc.nat(50), fc.nat(2000), fc.nat(70_000), fc.constantFrom(999, 1000, 1001, 59_999, 60_000, 60_001)),
    times: fc.oneof(fc.constant(1), fc.nat(40)),
  }),
  { maxLength: 60 },
);

/** Plays the load; returns the times allowed and refused, in order. */
const play = async (limiter: RateLimiter, limit: number, load: readonly Arrival[]) => {
  const allowed: number[] = [];
  const refused: number[] = [];
  let now = start;
  for (const { gap, times } of load) {
    now += gap;
    for (let i = 0; i < times; i += 1) {
      const state = await limiter.consume('key', limit, minute, now);
      (state.allowed ? allowed : refused).push(now);
    }
  }
  return { allowed, refused };
};

const within = (times: readonly number[], after: number, upTo: number): number =>
  times.filter((time) => time > after && time <= upTo).length;

/** @param create makes an engine that knows no key yet */
export const rateLimiterContract = (engine: string, create: () => Promise<RateLimiter>): void => {
  describe(`${engine} as rate limiter`, () => {
    const drain = async (limiter: RateLimiter, limit: number, now: number) => {
      let state = await limiter.consume('key', limit, minute, now);
      while (state.remaining > 0) state = await limiter.consume('key', limit, minute, now);
      return state;
    };

    it('a rate limiter never allows more than the limit in any window, whatever the arrivals', () =>
      fc.assert(
        fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 60 }), async (load, limit) => {
          const { allowed } = await play(await create(), limit, load);
          for (const time of allowed) {
            expect(within(allowed, time - minute, time)).toBeLessThanOrEqual(limit * (1 + tolerance));
          }
        }),
      ));

    it('a rate limiter refuses only when the window is used up', () =>
      fc.assert(
        fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 60 }), async (load, limit) => {
          const { allowed, refused } = await play(await create(), limit, load);
          for (const time of refused) {
            const recent = within(allowed, time - minute * (1 + tolerance), time);
            expect(recent).toBeGreaterThanOrEqual(limit * (1 - tolerance));
          }
        }),
      ));

    it('a rate limiter allows the whole limit at once and counts it down', async () => {
      const limiter = await create();
      const remaining: number[] = [];
      for (let i = 0; i < 6; i += 1) {
        const state = await limiter.consume('key', 5, minute, start);
        expect(state).toMatchObject({ allowed: i < 5, limit: 5 });
        remaining.push(state.remaining);
      }
      expect(remaining).toEqual([4, 3, 2, 1, 0, 0]);
    });

    it('a rate limiter does not count a refused request', async () => {
      const limiter = await create();
      await drain(limiter, 3, start);
      for (let second = 0; second < 55; second += 1) await limiter.consume('key', 3, minute, start + second * 1000);
      expect(await limiter.consume('key', 3, minute, start + minute * (1 + tolerance))).toMatchObject({
        allowed: true,
        remaining: 2,
      });
    });

    it('the next request passes after retryAfter, which is 0 while it may pass at once', () =>
      fc.assert(
        fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 20 }), async (load, limit) => {
          const limiter = await create();
          await play(limiter, limit, load);
          const now = start + load.reduce((sum, { gap }) => sum + gap, 0);
          const state = await limiter.consume('key', limit, minute, now);
          expect(state.retryAfter === 0).toBe(state.remaining > 0);
          expect(state.retryAfter).toBeLessThanOrEqual((minute / 1000) * (1 + tolerance) + 1);
          const next = await limiter.consume('key', limit, minute, now + state.retryAfter * 1000);
          expect(next.allowed).toBe(true);
        }),
      ));

    it('retryAfter is no longer than needed', async () => {
      const limiter = await create();
      await limiter.consume('key', 2, minute, start);
      await limiter.consume('key', 2, minute, start + 30_000);
      const { retryAfter } = await limiter.consume('key', 2, minute, start + 40_000);
      expect(retryAfter).toBeGreaterThanOrEqual(20);
      expect(retryAfter).toBeLessThanOrEqual(20 + 60 * tolerance + 1);
    });

    it('the whole limit is free again at resetAt, soon after the last request left the window', () =>
      fc.assert(
        fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 20 }), async (load, limit) => {
          const limiter = await create();
          await play(limiter, limit, load);
          const now = start + load.reduce((sum, { gap }) => sum + gap, 0);
          const resetAt = (await limiter.consume('key', limit, minute, now)).resetAt.getTime();
          expect(resetAt).toBeGreaterThan(now);
          expect(resetAt).toBeLessThanOrEqual(now + minute * (1 + tolerance));
          expect((await limiter.consume('key', limit, minute, resetAt)).remaining).toBe(limit - 1);
        }),
      ));

    it('a rate limiter keeps keys apart', async () => {
      const limiter = await create();
      await drain(limiter, 2, start);
      expect((await limiter.consume('other', 2, minute, start)).allowed).toBe(true);
    });

    it('of several windows a request takes one each, or none when one of them is used up', async () => {
      const limiter = await create();
      const take = async (key: string, now = start) =>
        (
          await limiter.consumeAll(
            [
              { key, limit: 2 },
              { key: 'all', limit: 3 },
            ],
            minute,
            now,
          )
        ).map(({ allowed, limit, remaining }) => ({ allowed, limit, remaining }));
      expect(await take('one')).toEqual([
        { allowed: true, limit: 2, remaining: 1 },
        { allowed: true, limit: 3, remaining: 2 },
      ]);
      await take('one');
      expect(await take('one')).toEqual([
        { allowed: false, limit: 2, remaining: 0 },
        { allowed: true, limit: 3, remaining: 1 },
      ]);
      expect(await take('two')).toMatchObject([{ remaining: 1 }, { remaining: 0 }]);
      expect(await take('two')).toEqual([
        { allowed: true, limit: 2, remaining: 1 },
        { allowed: false, limit: 3, remaining: 0 },
      ]);
      expect(await take('two', start + minute * (1 + tolerance))).toMatchObject([{ remaining: 1 }, { remaining: 2 }]);
    });

    it('a changed limit takes effect: a lower one refuses, a higher one lets pass', async () => {
      const limiter = await create();
      await drain(limiter, 10, start);
      expect(await limiter.consume('key', 4, minute, start + 1)).toMatchObject({ allowed: false, remaining: 0 });
      expect(await limiter.consume('key', 12, minute, start + 1)).toMatchObject({ allowed: true, remaining: 1 });
    });
  });
};

export const quotasContract = (engine: string, create: () => Promise<Quotas>): void => {
  describe(`${engine} as quotas`, () => {
    it('a quota reserves up to the limit and not beyond', async () => {
      const quotas = await create();
      expect(await quotas.reserve('day', 60, 100)).toBeDefined();
      expect(await quotas.reserve('day', 41, 100)).toBeUndefined();
      expect(await quotas.reserve('day', 40, 100)).toBeDefined();
      expect(await quotas.state('day', 100)).toEqual({ used: 100, limit: 100, remaining: 0 });
    });

    it('a quota never gives more than the limit to many concurrent callers', async () => {
      const quotas = await create();
      const answers = await Promise.all(Array.from({ length: 50 }, () => quotas.reserve('day', 3, 100)));
      expect(answers.filter(Boolean)).toHaveLength(33);
    });

    it('a refund returns the amount to the quota', async () => {
      const quotas = await create();
      const reservation = await quotas.reserve('day', 100, 100);
      await reservation?.refund();
      expect((await quotas.state('day', 100)).used).toBe(0);
    });

    it('a commit counts the amount used in the end, less or more than reserved', async () => {
      const quotas = await create();
      await (await quotas.reserve('day', 50, 100))?.commit(20);
      expect((await quotas.state('day', 100)).used).toBe(20);
      await (await quotas.reserve('day', 80, 100))?.commit(90);
      expect(await quotas.state('day', 100)).toEqual({ used: 110, limit: 100, remaining: 0 });
    });

    it('a reservation is settled once', async () => {
      const quotas = await create();
      const reservation = await quotas.reserve('day', 50, 100);
      await reservation?.commit();
      await reservation?.refund();
      await reservation?.commit(70);
      expect((await quotas.state('day', 100)).used).toBe(50);
    });

    it('what an execution has reserved is taken over under its name, whatever is left, and counted once', async () => {
      const quotas = await create();
      await quotas.reserve('day', 60, 100, 'req_1');
      await quotas.reserve('day', 40, 100, 'req_2');
      expect(await quotas.reserved('day', 'req_1')).toBe(60);
      const again = await quotas.reserve('day', 60, 100, 'req_1');
      expect((await quotas.state('day', 100)).used).toBe(100);
      await again?.commit();
      expect(await quotas.state('day', 100)).toEqual({ used: 100, limit: 100, remaining: 0 });
      expect(await quotas.reserved('day', 'req_1')).toBe(0);
    });

    it.each(['refund', 'commit'] as const)(
      'nothing is taken over after a %s: it is checked as any other',
      async (end) => {
        const quotas = await create();
        const first = await quotas.reserve('day', 60, 100, 'req_1');
        await first?.[end]();
        await quotas.reserve('day', 100 - (await quotas.state('day', 100)).used, 100);
        expect(await quotas.reserved('day', 'req_1')).toBe(0);
        expect(await quotas.reserve('day', 60, 100, 'req_1')).toBeUndefined();
        expect((await quotas.state('day', 100)).used).toBe(100);
      },
    );

    it('a name that nothing was reserved under, and one of another key, get no more than no name', async () => {
      const quotas = await create();
      await quotas.reserve('other day', 60, 100, 'req_1');
      await quotas.reserve('day', 50, 100, 'req_2');
      expect(await quotas.reserve('day', 60, 100, 'req_1')).toBeUndefined();
      expect(await quotas.reserve('day', 50, 100, 'req_1')).toBeDefined();
    });

    it('only what was reserved under a name is taken over: more than that is checked', async () => {
      const quotas = await create();
      await quotas.reserve('day', 60, 100, 'req_1');
      expect(await quotas.reserve('day', 101, 100, 'req_1')).toBeUndefined();
      expect(await quotas.reserved('day', 'req_1')).toBe(60);
      await quotas.reserve('day', 90, 100, 'req_1');
      expect((await quotas.state('day', 100)).used).toBe(90);
      await quotas.reserve('day', 20, 100, 'req_1');
      expect((await quotas.state('day', 100)).used).toBe(20);
    });

    it('a reservation that was taken over settles nothing any more', async () => {
      const quotas = await create();
      const first = await quotas.reserve('day', 60, 100, 'req_1');
      const again = await quotas.reserve('day', 60, 100, 'req_1');
      await first?.refund();
      expect((await quotas.state('day', 100)).used).toBe(60);
      expect(await quotas.reserved('day', 'req_1')).toBe(60);
      await again?.refund();
      expect((await quotas.state('day', 100)).used).toBe(0);
    });

    it('of many concurrent attempts of one execution the amount is counted once', async () => {
      const quotas = await create();
      const attempts = Array.from({ length: 20 }, () => quotas.reserve('day', 60, 100, 'req_1'));
      expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(20);
      expect((await quotas.state('day', 100)).used).toBe(60);
    });

    it('a quota of limit 0 is unlimited and counts all the same', async () => {
      const quotas = await create();
      await (await quotas.reserve('day', 1_000_000_000, 0))?.commit();
      expect(await quotas.state('day', 0)).toEqual({
        used: 1_000_000_000,
        limit: 0,
        remaining: Number.POSITIVE_INFINITY,
      });
    });

    it('a quota keeps keys apart, and a new key starts at 0', async () => {
      const quotas = await create();
      await quotas.reserve('day', 100, 100);
      expect(await quotas.state('other day', 100)).toEqual({ used: 0, limit: 100, remaining: 100 });
    });

    it('amounts used by this process are added to the amount restored from before its start', async () => {
      const quotas = await create();
      await (await quotas.reserve('day', 10, 100))?.commit();
      await quotas.restore('day', 70);
      await quotas.restore('day', 70);
      expect(await quotas.state('day', 100)).toEqual({ used: 80, limit: 100, remaining: 20 });
      expect(await quotas.reserve('day', 21, 100)).toBeUndefined();
    });

    it('a recount replaces the settled amount and keeps the reserved one', async () => {
      const quotas = await create();
      await (await quotas.reserve('day', 50, 100))?.commit();
      const open = await quotas.reserve('day', 30, 100);
      await quotas.recount('day', async () => 10);
      expect((await quotas.state('day', 100)).used).toBe(40);
      await open?.refund();
      expect((await quotas.state('day', 100)).used).toBe(10);
    });

    it('a recount loses no amount that is reserved or settled while it runs', async () => {
      const quotas = await create();
      await (await quotas.reserve('day', 50, 100))?.commit();
      const open = await quotas.reserve('day', 20, 100);
      await quotas.recount('day', async () => {
        await open?.commit(15);
        await (await quotas.reserve('day', 3, 100))?.commit();
        return 40;
      });
      expect((await quotas.state('day', 100)).used).toBe(58);
    });

    it('the recount that ends first of two concurrent ones wins', async () => {
      const quotas = await create();
      await (await quotas.reserve('day', 50, 100))?.commit();
      await quotas.recount('day', async () => {
        await quotas.recount('day', async () => 20);
        return 30;
      });
      expect((await quotas.state('day', 100)).used).toBe(20);
    });
  });
};

/**
 * @param create makes an empty cache of so many bytes
 */
export const responseCacheContract = (engine: string, create: (maxBytes: number) => Promise<ResponseCache>): void => {
  describe(`${engine} as response cache`, () => {
    it('a cache returns the value that was set, and nothing for another key', async () => {
      const cache = await create(1_000_000);
      await cache.set('key', bytes(1, 2, 3));
      expect([...((await cache.get('key')) ?? [])]).toEqual([1, 2, 3]);
      expect(await cache.get('another')).toBeUndefined();
    });

    it('a cache replaces the value of a key', async () => {
      const cache = await create(1_000_000);
      await cache.set('key', bytes(1));
      await cache.set('key', bytes(2));
      expect([...((await cache.get('key')) ?? [])]).toEqual([2]);
    });

    it('a cached value does not change when the caller’s buffer changes afterwards', async () => {
      const cache = await create(1_000_000);
      const value = bytes(1, 2, 3);
      await cache.set('key', value);
      value.fill(9);
      expect([...((await cache.get('key')) ?? [])]).toEqual([1, 2, 3]);
    });

    it('a full cache drops the entry used least recently', async () => {
      const cache = await create(100_000);
      await cache.set('first', new Uint8Array(30_000));
      await cache.set('second', new Uint8Array(30_000));
      await cache.get('first');
      await cache.set('third', new Uint8Array(30_000));
      await cache.set('fourth', new Uint8Array(30_000));
      expect(await cache.get('first')).toBeDefined();
      expect(await cache.get('second')).toBeUndefined();
    });

    it('a cache keeps neither a value that does not fit nor an older one of its key', async () => {
      const cache = await create(10_000);
      await cache.set('small', bytes(1));
      await cache.set('large', bytes(1));
      await cache.set('large', new Uint8Array(20_000));
      expect(await cache.get('large')).toBeUndefined();
      expect(await cache.get('small')).toBeDefined();
    });
  });
};
